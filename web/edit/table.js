// Changes of a table: cells, rows, the clipboard; problems.

import { tr, plural } from './words.js';
import { element, status, failed } from './page.js';
import { CsvFile, parseRows, tabText } from './csv.js';
import { Grid, NUMBERS, LISTS } from './grid.js';
import * as api from './api.js';

export class Table extends Grid {
    // `saved(answer)` after each change.
    constructor(shown, description, readOnly, saved) {
        super(shown.text, description.table || shown.path.replace(/^.*\//, ''), { path: shown.path, hash: shown.hash, readOnly, known: description.columns || [],
            problems: shown.problems || [], saved, sends: Promise.resolve() });
    }

    // ---- problems ----

    showProblems() {
        this.wrong = new Map();
        const here = [];
        for (const problem of this.problems) {
            const place = problem.path === this.path && problem.line ? this.file.place(problem.line, problem.column) : null;
            if (place) {
                const row = this.wrong.get(place.row) || new Map();
                row.set(place.cell, problem.text);
                this.wrong.set(place.row, row);
            }
            here.push(element('li', { class: problem.severity }, place ? element('button', { type: 'button', onclick: () => this.goTo(place) }, tr`Line ${problem.line}`) : '', ` ${problem.text}`));
        }
        this.list.replaceChildren(...here.slice(0, 50));
        for (const number of this.drawn.keys())
            this.redrawRow(number);
        this.mark();
        this.describe();
    }

    goTo(place) {
        const number = this.view.indexOf(place.row);
        if (number >= 0) {
            this.move(number, place.cell);
            this.grid.focus();
        }
    }

    // Of a search.
    goToLine(line, column) {
        const place = this.file.place(line, column);
        if (place)
            this.goTo(place);
    }

    // ---- changes ----

    // Sends edits, in order: each is based on the file after the one before.
    send(edits, label) {
        this.sends = this.sends.then(async () => {
            try {
                const answer = await api.lines(this.path, this.hash, edits, label);
                this.hash = answer.hash;
                this.problems = answer.problems;
                if (answer.merged)
                    await this.reload();
                else
                    this.showProblems();
                status(tr`Saved.`);
                this.saved(answer);
            } catch (error) {
                failed(error);
                await this.reload().catch(() => {});
            }
        });
        return this.sends;
    }

    // Shows the file again, as after an undo.
    async reload() {
        const file = await api.file(this.path);
        this.hash = file.hash;
        this.problems = file.problems || [];
        this.file.load(file.text);
        this.refresh();
    }

    // Cells of a row, as many as there are columns.
    cellsOf(row) {
        const cells = [...this.file.rows[row].cells];
        while (cells.length < this.columns.length)
            cells.push('');
        return cells;
    }

    // Changes cells: { row: [[column, text], ...] } by rows of the file.
    setCells(changes, label) {
        const edits = [];
        for (const row of [...changes.keys()].sort((a, b) => a - b)) {
            const cells = this.cellsOf(row);
            for (const [column, text] of changes.get(row))
                cells[column] = text;
            edits.push({ row, cells });
        }
        // Lines of the file before: from the last to the first, the numbers of earlier rows stay.
        const sent = edits.reverse().map(({ row, cells }) => this.file.replace(row, 1, [cells])).reverse();
        for (const number of this.drawn.keys())
            this.redrawRow(number);
        this.mark();
        this.describe();
        return this.send(sent, label);
    }

    // Rows of the file below one of them; at the end of the view if it is empty.
    insert(after, list, label) {
        const part = this.parts[this.part], at = after === undefined ? part.first + part.count : after + 1, edit = this.file.replace(at, 0, list);
        this.refresh();
        const number = this.view.indexOf(at);
        this.move(number < 0 ? this.row : number, this.column);
        return this.send([edit], label);
    }

    addRow() {
        if (this.readOnly)
            return;
        this.insert(this.view[this.row], [this.columns.map((column) => column.type && NUMBERS.includes(column.type) ? '0' : '')], tr`add a row`);
    }

    chosen() {
        const [top, , bottom] = this.corners();
        return this.view.slice(top, bottom + 1).sort((a, b) => a - b);
    }

    duplicateRows() {
        const rows = this.chosen();
        if (rows.length && !this.readOnly)
            this.insert(rows.at(-1), rows.map((row) => this.cellsOf(row)), rows.length > 1 ? tr`duplicate ${rows.length} rows` : tr`duplicate a row`);
    }

    deleteRows() {
        const rows = this.chosen();
        if (!rows.length || this.readOnly)
            return;
        const edits = rows.reverse().map((row) => this.file.replace(row, 1, [])).reverse();
        this.anchor = null;
        this.refresh();
        this.send(edits, rows.length > 1 ? tr`delete ${rows.length} rows` : tr`delete a row`);
        status(plural(rows.length, '{0} row deleted.', '{0} rows deleted.'));
    }

    // ---- editing ----

    edit(typed = null) {
        const row = this.view[this.row], column = this.columns[this.column], cell = this.cellOf(this.row, this.column);
        if (row === undefined || !cell || this.readOnly || this.input)
            return;
        const old = this.cell(row, this.column), many = LISTS.includes(column.type) && column.type || old.includes('\n');
        const input = element(many ? 'textarea' : 'input', { 'aria-label': tr`${column.title}, row ${row - this.parts[this.part].first + 1}`, class: 'cell-input', spellcheck: 'false',
            autocomplete: 'off', rows: many ? 4 : undefined });
        input.value = typed ?? old;
        this.openField(cell, input, old, (text) => {
            if (text !== old)
                this.setCells(new Map([[row, [[this.column, text]]]]), tr`change ${column.title}`);
        });
        if (typed === null)
            input.select();
        let timer = 0;
        input.addEventListener('input', () => {
            clearTimeout(timer);
            timer = setTimeout(() => this.input === input && this.tryValue(row, input), 200);
        });
    }

    // The sentence of the reader while a value is typed.
    async tryValue(row, input) {
        const cells = this.cellsOf(row), line = this.file.lineOf(row);
        cells[this.column] = input.value;
        const trial = new CsvFile(this.file.rows[row].raw + this.file.end), [, , text] = trial.replace(0, 1, [cells]);
        try {
            await this.sends;
            const answer = await api.lines(this.path, this.hash, [[line, this.file.rows[row].lines, text]], '', true);
            const size = text.split('\n').length - 1, old = new Set(this.problems.map((problem) => problem.text));
            const found = answer.problems.find((one) => one.path === this.path && one.line > line && one.line <= line + size) || answer.problems.find((one) => !one.line && !old.has(one.text));
            if (this.input !== input)
                return;
            this.problem.textContent = found?.text || '';
            found ? input.setAttribute('aria-invalid', 'true') : input.removeAttribute('aria-invalid');
        } catch (error) {
            failed(error);
        }
    }

    // ---- clipboard ----

    clipboard(event) {
        if (this.input || this.row < 0)
            return;
        event.preventDefault();
        const [top, left, bottom, right] = this.corners();
        if (event.type === 'paste') {
            this.paste(event.clipboardData.getData('text/plain'));
            return;
        }
        event.clipboardData.setData('text/plain', tabText(this.view.slice(top, bottom + 1).map((row) => this.cellsOf(row).slice(left, right + 1))));
        status(tr`${bottom - top + 1} × ${right - left + 1} cells copied.`);
        if (event.type === 'cut' && !this.readOnly)
            this.clear();
    }

    // A block from a spreadsheet, from the cell on; rows that are missing are added at the end. One value fills the selection.
    paste(text) {
        let block = parseRows(text, '\t').map((row) => row.cells);
        if (this.readOnly || !block.length)
            return;
        let [top, left, bottom, right] = this.corners();
        if (block.length === 1 && block[0].length === 1)
            block = Array.from({ length: bottom - top + 1 }, () => Array(right - left + 1).fill(block[0][0]));
        const changes = new Map(), width = this.columns.length - left, added = [], part = this.parts[this.part];
        block.forEach((cells, i) => {
            const row = this.view[top + i], list = cells.slice(0, width).map((cell, j) => [left + j, cell]);
            if (row !== undefined)
                changes.set(row, list);
            else
                added.push(list.reduce((made, [column, cell]) => { made[column] = cell; return made; }, this.columns.map(() => '')));
        });
        bottom = top + block.length - 1;
        right = Math.min(this.columns.length - 1, left + Math.max(...block.map((cells) => cells.length)) - 1);
        const end = added.length ? [this.file.replace(part.first + part.count, 0, added)] : [];
        const rows = [...changes.keys()].sort((a, b) => b - a);
        const edits = [...rows.map((row) => {
            const cells = this.cellsOf(row);
            for (const [column, cell] of changes.get(row))
                cells[column] = cell;
            return this.file.replace(row, 1, [cells]);
        }).reverse(), ...end];
        this.refresh();
        this.move(top, left, [bottom, right]);
        this.send(edits, tr`paste ${block.length} rows`);
    }

    clear() {
        const [top, left, bottom, right] = this.corners(), changes = new Map();
        for (const row of this.view.slice(top, bottom + 1))
            changes.set(row, Array.from({ length: right - left + 1 }, (none, i) => [left + i, '']));
        this.setCells(changes, tr`clear cells`);
    }
}
