// The list of saved games in the page: export and import as .sav files, the same that the desktop player reads.

const $ = (id) => document.getElementById(id);
const FOLDER = 'saves/', SUFFIX = '.sav';

export class Saves {
    // `settle` stores what is not stored yet; `changed` tells the game that there are other files.
    constructor(storage, download, settle, changed) {
        this.storage = storage;
        this.download = download;
        this.settle = settle;
        this.changed = changed;
        $('open-menu').onclick = () => this.toggle($('saves').hidden);
        $('close').onclick = () => this.toggle(false);
        $('import').onclick = () => $('file').click();
        $('file').onchange = () => this.take($('file').files[0]);
    }

    toggle(open) {
        $('saves').hidden = !open;
        $('open-menu').setAttribute('aria-expanded', open);
        if (open)
            this.settle().then(() => this.show());
        else
            $('screen').focus();
    }

    show() {
        const rows = [];
        for (let n = 0, file; (file = this.storage.at('saves', n)); n++)
            if (file.name.endsWith(SUFFIX))
                rows.push(file);
        $('list').replaceChildren(...rows.map((file) => this.row(file)));
        if (!rows.length)
            $('list').textContent = 'There are none yet.';
    }

    row(file) {
        const item = document.createElement('li'), name = document.createElement('span'), button = document.createElement('button');
        const short = file.name.slice(FOLDER.length, -SUFFIX.length);
        name.textContent = `${short}, ${new Date(file.time * 1000).toLocaleString()}`;
        button.textContent = 'Export';
        button.onclick = () => this.download(short + SUFFIX, this.storage.read(file.name));
        item.append(name, button);
        return item;
    }

    // A file with the name of a slot that exists gets a name of its own.
    async take(file) {
        if (!file)
            return;
        const bytes = new Uint8Array(await file.arrayBuffer());
        const base = file.name.replace(/\.sav$/i, '').replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 20) || 'imported';
        let name = base;
        for (let n = 2; this.storage.size(FOLDER + name + SUFFIX) >= 0; n++)
            name = `${base}_${n}`;
        this.storage.write(FOLDER + name + SUFFIX, bytes);
        this.changed();
        await this.storage.settled();
        $('file').value = '';
        this.show();
    }
}
