// Files of a game (saved games, settings) in IndexedDB, with a copy in memory: the game reads without waiting, and
// each change is written in one transaction, which replaces the file and keeps the previous one as NAME.before. After
// a crash either the old or the new file is there.

const VERSION = 1;
const PATIENCE = 1000; // ms
const ELSEWHERE = 'The game is open in another window: what is played here is not saved. Close it, then load this page again.';

const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
});

// Whether this page alone has the lock, until it ends; null: the browser has none. A page that is loaded again
// waits for itself.
const hold = (name) => !navigator.locks ? null : new Promise((resolve) => {
    const held = () => {
        resolve(true);
        return new Promise(() => {});
    };
    navigator.locks.request(name, { signal: AbortSignal.timeout(PATIENCE) }, held)
        .catch((error) => resolve(error.name === 'TimeoutError' ? false : null));
});

const failure = (name, error) => error.name === 'QuotaExceededError'
    ? `There is no space left in the browser's storage: ${name} was not written.`
    : `${name} was not written: ${error.message}`;

export class Storage {
    // `failed` is called with a sentence while something is not written; with an empty text when everything is.
    constructor(failed) {
        this.files = new Map(); // name: {bytes, time}
        this.unsaved = new Set(); // names of changed files, in the order of the changes
        this.failed = failed;
        this.database = null;
        this.writes = false; // changes are stored
        this.alone = false; // no other page changes the files
        this.asked = false;
        this.pending = Promise.resolve();
    }

    // Reads all files. Without a database (a private window) they last as long as the page.
    async open(game) {
        this.name = 'oisin ' + game;
        const lock = await hold(this.name);
        try {
            const store = await this.connect();
            const [names, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
            names.forEach((name, i) => this.files.set(name, values[i]));
            this.alone = lock === true;
            this.writes = lock !== false;
            if (!this.writes)
                this.failed(ELSEWHERE);
        } catch (error) {
            this.database = null;
            this.failed(`Games cannot be saved in this window: ${error.message}`);
        }
    }

    // Returns the stored files, for reading.
    async connect() {
        const request = indexedDB.open(this.name, VERSION);
        request.onupgradeneeded = () => request.result.createObjectStore('files');
        const late = new Promise((_, reject) => setTimeout(() => reject(new Error('the browser does not answer')), 5 * PATIENCE));
        const database = await Promise.race([done(request), late]);
        database.onversionchange = () => this.closed(database);
        database.onclose = () => {
            this.closed(database);
            if (this.writes)
                this.pending = this.pending.then(() => this.store());
        };
        this.database = database;
        return database.transaction('files').objectStore('files');
    }

    // It is opened again when something changes.
    closed(database) {
        database.close();
        if (database === this.database)
            this.database = null;
    }

    // After the browser has closed the database, or deleted it.
    async reconnect() {
        const names = await done((await this.connect()).getAllKeys()), stored = new Set(names);
        for (const name of this.files.keys())
            if (!stored.has(name))
                this.unsaved.add(name);
    }

    size(name) { return this.files.has(name) ? this.files.get(name).bytes.length : -1; }

    read(name) { return this.files.get(name).bytes; }

    write(name, bytes) {
        const before = this.files.get(name), file = { bytes, time: Date.now() / 1000 };
        this.files.set(name, file);
        if (before)
            this.files.set(name + '.before', before);
        this.change(name);
        this.persist();
        return true;
    }

    remove(name) {
        if (!this.files.delete(name))
            return false;
        this.change(name);
        return true;
    }

    // The n-th file in a folder, latest first.
    at(folder, n) {
        const names = [...this.files.keys()].filter((name) => name.startsWith(folder + '/'));
        names.sort((a, b) => this.files.get(b).time - this.files.get(a).time || (a < b ? -1 : 1));
        return n < names.length ? { name: names[n], time: this.files.get(names[n]).time } : null;
    }

    change(name) {
        if (!this.writes)
            return;
        this.unsaved.add(name);
        this.pending = this.pending.then(() => this.store());
    }

    // Writes what has changed. What cannot be written is tried again after the next change.
    async store() {
        let words = await this.storeAll();
        if (words && !this.database) // it was closed just now
            words = await this.storeAll();
        this.failed(words);
    }

    // Returns a sentence about what was not written; or an empty text.
    async storeAll() {
        let words = '';
        if (!this.database)
            await this.reconnect().catch((error) => { words = this.unsaved.size ? `Nothing is saved: ${error.message}` : ''; });
        if (!this.database || !this.unsaved.size)
            return words;
        const names = [...this.unsaved];
        this.unsaved.clear(); // they may change meanwhile
        try {
            await this.transact(names);
        } catch (error) {
            names.forEach((name) => this.unsaved.add(name));
            words = failure(names.join(', '), error);
            if (error.name === 'InvalidStateError')
                this.closed(this.database);
        }
        return words;
    }

    // Makes files in the database what they are in memory. All is asked for at once, as the page may be about to end.
    transact(names) {
        return new Promise((resolve, reject) => {
            const transaction = this.database.transaction('files', 'readwrite', { durability: 'strict' });
            const store = transaction.objectStore('files');
            let wrong = null;
            const attempt = (call) => (...given) => {
                try {
                    call(...given);
                } catch (error) {
                    wrong = error;
                    transaction.abort();
                }
            };
            const replace = (name, file, before) => {
                if (before)
                    store.put(before, name + '.before');
                store.put(file, name);
            };
            transaction.oncomplete = () => resolve();
            transaction.onabort = () => reject(wrong || transaction.error || new Error('the browser refused'));
            attempt(() => {
                for (const name of names) {
                    const file = this.files.get(name);
                    if (!file)
                        store.delete(name);
                    else if (this.alone)
                        replace(name, file, this.files.get(name + '.before'));
                    else // another page may have written it
                        done(store.get(name)).then(attempt((before) => replace(name, file, before)), () => {});
                }
                if (this.alone)
                    transaction.commit?.();
            })();
        });
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
