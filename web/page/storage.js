// Files of a game (saved games, settings) in IndexedDB, with a copy in memory: the game reads without waiting, and
// each change is written in one transaction, which replaces the file and keeps the previous one as NAME.before. After
// a crash either the old or the new file is there.

const VERSION = 1;

const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

export class Storage {
    // `failed` is called with a sentence when something could not be written.
    constructor(failed) {
        this.files = new Map(); // name: {bytes, time}
        this.failed = failed;
        this.database = null;
        this.asked = false;
        this.pending = Promise.resolve();
    }

    // Reads all files. Without a database (a private window) they last as long as the page.
    async open(game) {
        try {
            const request = indexedDB.open('oisin ' + game, VERSION);
            request.onupgradeneeded = () => request.result.createObjectStore('files');
            this.database = await done(request);
            this.database.onversionchange = () => this.database.close();
            const store = this.database.transaction('files').objectStore('files');
            const [names, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
            names.forEach((name, i) => this.files.set(name, values[i]));
        } catch (error) {
            this.database = null;
            this.failed(`Games cannot be saved in this window: ${error.message}`);
        }
    }

    size(name) { return this.files.has(name) ? this.files.get(name).bytes.length : -1; }

    read(name) { return this.files.get(name).bytes; }

    write(name, bytes) {
        const before = this.files.get(name), file = { bytes, time: Date.now() / 1000 };
        this.files.set(name, file);
        const changes = [[name, file]];
        if (before) {
            this.files.set(name + '.before', before);
            changes.push([name + '.before', before]);
        }
        this.change((store) => changes.forEach(([key, value]) => store.put(value, key)), name);
        this.persist();
        return true;
    }

    remove(name) {
        if (!this.files.delete(name))
            return false;
        this.change((store) => store.delete(name), name);
        return true;
    }

    // The n-th file in a folder, latest first.
    at(folder, n) {
        const names = [...this.files.keys()].filter((name) => name.startsWith(folder + '/'));
        names.sort((a, b) => this.files.get(b).time - this.files.get(a).time || (a < b ? -1 : 1));
        return n < names.length ? { name: names[n], time: this.files.get(names[n]).time } : null;
    }

    change(action, name) {
        if (!this.database)
            return;
        this.pending = this.pending.then(() => new Promise((resolve) => {
            const end = (error) => {
                const full = error && error.name === 'QuotaExceededError';
                this.failed(full ? `There is no space left in the browser's storage: ${name} was not written.`
                                 : `${name} was not written: ${error ? error.message : 'the browser refused'}`);
                resolve();
            };
            try {
                const transaction = this.database.transaction('files', 'readwrite', { durability: 'strict' });
                transaction.oncomplete = () => resolve();
                transaction.onabort = () => end(transaction.error);
                action(transaction.objectStore('files'));
            } catch (error) {
                end(error);
            }
        }));
    }

    // So that the browser does not delete the games when its disk is full. Some ask the player, so only once.
    persist() {
        if (!this.asked && navigator.storage && navigator.storage.persist)
            navigator.storage.persist().catch(() => false);
        this.asked = true;
    }

    // When everything that was written is in the database.
    settled() { return this.pending; }
}
