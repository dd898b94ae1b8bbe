'use strict';

// What all parts of the page share: the data, elements that hold text only, amounts in words, and
// the sortable table. Nothing here or elsewhere makes markup out of data.
const uncork = (() => {
  const data = JSON.parse(document.getElementById('data').textContent);

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      made.setAttribute(name, value);
    }
    // Strings become text nodes.
    made.append(...children.filter(child => child !== null && child !== undefined));
    return made;
  }

  /** A command to copy; its lines break at blanks, not after the hyphens of an option. */
  function command(line) {
    const words = line.split(' ').map(word => element('span', {class: 'word'}, word));
    return element('code', {}, ...words.flatMap((word, i) => i ? [' ', word] : [word]));
  }

  function digits(value, count) {
    return value.toLocaleString('en', {minimumFractionDigits: count, maximumFractionDigits: count});
  }

  /** A number with up to three significant digits: 9.5, 1,234. */
  function three(value) {
    const size = Math.abs(value);
    return digits(value, size >= 99.95 || value === 0 ? 0 : size >= 9.995 ? 1 : size >= 0.001 ? 2 : 0);
  }

  function large(value) {
    for (const [size, letter] of [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e4, ' k']]) {
      if (Math.abs(value) >= size) {
        return three(value / (size === 1e4 ? 1e3 : size)) + letter;
      }
    }
    return three(value);
  }

  function nanos(value) {
    if (value >= 1e9) {
      return three(value / 1e9) + ' s';
    }
    if (value >= 1e6) {
      return three(value / 1e6) + ' ms';
    }
    return value >= 1e3 ? three(value / 1e3) + ' µs' : digits(value, 0) + ' ns';
  }

  function count(value) {
    return digits(value, 0);
  }

  function seconds(value) {
    if (value < 120) {
      return digits(value, Number.isInteger(value) ? 0 : 1) + ' s';
    }
    const whole = Math.round(value);
    const part = number => String(number).padStart(2, '0');
    const minutes = Math.floor(whole / 60);
    return minutes < 60
      ? minutes + ':' + part(whole % 60)
      : Math.floor(minutes / 60) + ':' + part(minutes % 60) + ':' + part(whole % 60);
  }

  /** A frame or class without its packages, for places that have no room. */
  function short(name, length) {
    const bare = name.replace(/\([^)]*\)$/, '').replace(/\b(?:[a-z_]\w*\.)+(?=[A-Za-z_$])/g, '');
    const limit = length || 40;
    return bare.length <= limit ? bare : bare.slice(0, limit - 1) + '…';
  }

  /** A plain table of strings; the first column heads its row. */
  function plainTable(caption, head, rows) {
    const numeric = head.map((_, i) => i > 0 && rows.every(row => /^[-+−\d–]|^$/.test(row[i])));
    const cell = (tag, text, i, scope) => {
      const attributes = numeric[i] ? {class: 'number'} : {};
      return element(tag, scope ? {...attributes, scope} : attributes, text);
    };
    return element('div', {class: 'scroll tall', tabindex: '0', role: 'region', 'aria-label': caption},
      element('table', {},
        element('caption', {}, caption),
        element('thead', {}, element('tr', {}, ...head.map((text, i) => cell('th', text, i, 'col')))),
        element('tbody', {}, ...rows.map(row => element('tr', {},
          ...row.map((text, i) => i === 0 ? cell('th', text, i, 'row') : cell('td', text, i)))))));
  }

  /**
   * A table that can be sorted and searched. Columns: {name, value(row), show(row), number}; a page
   * of rows is in the document at a time. detail(row), if given, makes what a row opens.
   */
  function sortableTable({caption, columns, rows, sortBy, pageSize, noun, detail}) {
    let order = rows.slice();
    let found = order;
    let limit = pageSize;
    let sorted = sortBy;
    let descending = true;
    const body = element('tbody');
    const status = element('span', {role: 'status'});
    const more = element('button', {type: 'button', class: 'more'});
    const search = element('input', {type: 'search', 'aria-label': 'Search in ' + caption, placeholder: 'search'});
    const heads = columns.map((column, i) => {
      const button = element('button', {type: 'button'}, column.name);
      button.addEventListener('click', () => {
        descending = sorted === i ? !descending : column.number === true;
        sorted = i;
        limit = pageSize;
        update();
      });
      return element('th', {scope: 'col', class: column.number ? 'number' : 'name'}, button);
    });

    function rowOf(row) {
      const cells = columns.map((column, i) => element(i === 0 ? 'th' : 'td',
        i === 0 ? {scope: 'row', class: 'name'} : {class: column.number ? 'number' : 'name'},
        column.show(row)));
      if (!detail) {
        return element('tr', {}, ...cells);
      }
      const opener = element('button', {type: 'button', 'aria-expanded': 'false',
        'aria-label': 'Stacks of ' + detail.name(row)}, 'stacks');
      const made = element('tr', {}, cells[0], element('td', {}, detail.has(row) ? opener : '–'), ...cells.slice(1));
      opener.addEventListener('click', () => {
        const open = opener.getAttribute('aria-expanded') === 'true';
        opener.setAttribute('aria-expanded', String(!open));
        if (open) {
          made.nextElementSibling.remove();
          return;
        }
        const place = element('td', {colspan: String(columns.length + 1)});
        made.after(element('tr', {class: 'detail'}, place));
        detail.fill(row, place);
      });
      return made;
    }

    function update() {
      const {value, number} = columns[sorted];
      const sign = descending ? -1 : 1;
      order.sort((a, b) => sign * (number ? value(a) - value(b) : value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
      const wanted = search.value.toLowerCase();
      found = wanted ? order.filter(row => columns.some(c => !c.number && c.value(row).toLowerCase().includes(wanted))) : order;
      heads.forEach((head, i) => {
        if (i === sorted) {
          head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
        } else {
          head.removeAttribute('aria-sort');
        }
      });
      body.replaceChildren(...found.slice(0, limit).map(rowOf));
      status.textContent = count(Math.min(limit, found.length)) + ' of ' + count(found.length) + ' ' + noun
        + (found.length < rows.length ? ' found' : '');
      more.hidden = found.length <= limit;
      more.textContent = 'Show ' + count(Math.min(pageSize, found.length - limit)) + ' more';
    }

    search.addEventListener('input', () => {
      limit = pageSize;
      update();
    });
    more.addEventListener('click', () => {
      const before = limit;
      limit += pageSize;
      body.append(...found.slice(before, limit).map(rowOf));
      status.textContent = count(Math.min(limit, found.length)) + ' of ' + count(found.length) + ' ' + noun;
      more.hidden = found.length <= limit;
      more.textContent = 'Show ' + count(Math.min(pageSize, found.length - limit)) + ' more';
    });
    update();
    const headRow = element('tr', {}, heads[0], detail ? element('th', {scope: 'col'}, 'Stacks') : null, ...heads.slice(1));
    return element('div', {},
      element('div', {class: 'tools'}, search, status),
      element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
        element('table', {class: 'wide'}, element('caption', {}, caption), element('thead', {}, headRow), body)),
      more);
  }

  /** A name that may break after its dots. */
  function dotted(name) {
    const parts = name.split(/(?<=[.$])/);
    return element('span', {}, ...parts.flatMap((part, i) => i ? [element('wbr'), part] : [part]));
  }

  function section(id) {
    return document.getElementById(id);
  }

  function note(text, css) {
    return element('p', {class: css || 'note'}, text);
  }

  return {dotted, data, text: i => data.strings[i], element, command, three, large, nanos, count, seconds, short,
    plainTable, sortableTable, section, note};
})();
