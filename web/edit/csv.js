// Tables as comma-separated values (RFC 4180), with the lines of the file that each row has: only these are sent.

const END = /\r\n|\n/;

// The rows of a text; `separator` is a tab for what spreadsheets copy. Each row: cells, raw (without its line end), lines.
export function parseRows(text, separator = ',') {
    const rows = [];
    for (let at = 0; at < text.length;) {
        let end = text.indexOf('\n', at), stop = end < 0 ? text.length : end, quote = text.indexOf('"', at);
        if (quote < 0 || quote > stop) { // the usual case
            const raw = text.slice(at, text[stop - 1] === '\r' && stop > at ? stop - 1 : stop);
            rows.push({ cells: raw === '' ? [] : raw.split(separator), raw, lines: 1 });
            at = stop + 1;
            continue;
        }
        const from = at, cells = [];
        let lines = 1;
        for (let more = true; more;) {
            let cell = '';
            if (text[at] === '"') {
                for (at++; at < text.length; at++) {
                    if (text[at] === '"' && text[at + 1] !== '"')
                        break;
                    if (text[at] === '"')
                        at++;
                    lines += text[at] === '\n';
                    cell += text[at];
                }
                at++;
            }
            const rest = at;
            while (at < text.length && text[at] !== separator && text[at] !== '\n' && !(text[at] === '\r' && text[at + 1] === '\n'))
                at++;
            cells.push(cell + text.slice(rest, at));
            more = text[at] === separator;
            at += more;
        }
        rows.push({ cells, raw: text.slice(from, at), lines });
        at += text[at] === '\r' ? 2 : 1;
    }
    return rows;
}

const quoted = (cell) => /[",\r\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell;

export function rowText(cells) {
    return cells.length === 1 && cells[0] === '' ? '""' : cells.map(quoted).join(',');
}

// For spreadsheets: cells with tabs, line ends or quotes are quoted.
export const tabText = (rows) => rows.map((cells) => cells.map((cell) => /["\t\r\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell).join('\t')).join('\r\n');

// The number of the cell at an offset of a row's text.
export function cellAt(raw, offset) {
    let cell = 0, inside = false;
    for (let i = 0; i < offset && i < raw.length; i++) {
        inside = raw[i] === '"' ? !inside : inside;
        cell += raw[i] === ',' && !inside;
    }
    return cell;
}

// A file: its rows, and edits of its lines.
export class CsvFile {
    constructor(text) { this.load(text); }

    load(text) {
        this.mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
        this.rows = parseRows(text.slice(this.mark.length));
        this.end = END.exec(text)?.[0] || '\r\n';
        this.closed = text === '' || text.endsWith('\n');
    }

    // The number of the first line of a row, from 0.
    lineOf(row) {
        let line = 0;
        for (let i = 0; i < row; i++)
            line += this.rows[i].lines;
        return line;
    }

    // The row of a line, and the cell of a column (both from 1), as messages have them.
    place(line, column) {
        let from = 1, row = 0;
        while (row < this.rows.length && from + this.rows[row].lines <= line)
            from += this.rows[row++].lines;
        if (row === this.rows.length)
            return null;
        const before = this.rows[row].raw.split('\n').slice(0, line - from).reduce((sum, one) => sum + one.length + 1, 0);
        return { row, cell: cellAt(this.rows[row].raw, before + column - 1) };
    }

    // Replaces `count` rows by others (arrays of cells); the edit of lines for the editor: [line, count, text].
    replace(row, count, list) {
        const last = row + count === this.rows.length, line = this.lineOf(row);
        const lines = this.rows.slice(row, row + count).reduce((sum, one) => sum + one.lines, 0);
        const made = list.map((cells) => {
            const raw = rowText(cells);
            return { cells, raw, lines: raw.split('\n').length };
        });
        this.rows.splice(row, count, ...made);
        let text = made.map((one) => one.raw).join(this.end);
        if (made.length)
            text = (last && !this.closed && !count ? this.end : '') + text + (last && !this.closed ? '' : this.end);
        else if (last && count)
            this.closed = true;
        return [line, lines, row === 0 ? this.mark + text : text];
    }
}
