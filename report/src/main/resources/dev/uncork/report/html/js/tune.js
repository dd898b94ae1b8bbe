'use strict';

// The journey of uncork tune: what was done, what it brought, what remains.
uncork.tune = (() => {
  const {data, element, section, note, three, large, charts} = uncork;

  function factor(value) {
    return value === undefined ? '' : value.toLocaleString('en', {minimumFractionDigits: 2, maximumFractionDigits: 2});
  }

  function percent(share) {
    if (share >= 1) {
      return three(1 + share) + ' times';
    }
    return share === undefined ? '' : (share >= 0 ? '+' : '−') + three(Math.abs(100 * share)) + ' %';
  }

  /** A table whose texts wrap; columns are [name, text(row), whether it is a number]. */
  function table(caption, columns, rows) {
    const css = number => ({class: number ? 'number' : 'name'});
    return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
      element('table', {class: 'wide'}, element('caption', {}, caption),
        element('thead', {}, element('tr', {}, ...columns.map(([name, , number]) => element('th', {scope: 'col', ...css(number)}, name)))),
        element('tbody', {}, ...rows.map((row, i) => element('tr', {}, ...columns.map(([, text, number]) => element('td', css(number), text(row, i))))))));
  }

  function journey() {
    const parent = section('steps');
    if (!data.steps.length) {
      parent.append(note('There is no figure of the program as it was.'));
      return;
    }
    parent.append(table('Each step was proven by pairs of runs with and without it', [
      ['Step', (row, i) => String(i), true],
      ['Done', row => row.done],
      [data.unit, row => large(row.throughput), true],
      ['Factor', row => factor(row.factor), true],
      ['In all', row => factor(row.total), true],
      ['Predicted at most', row => percent(row.predicted), true],
      ['Proof', row => row.reason || '']
    ], data.steps));
    if (data.steps.length > 1) {
      bars(parent);
    }
  }

  function bars(parent) {
    charts.figure(parent, {
      title: 'Throughput after each step, ' + data.unit,
      timed: false,
      label: 'Throughput after each step: ' + data.steps.map(step => step.done + ' ' + large(step.throughput)).join('; '),
      height: 80 + 40 * data.steps.length,
      points: () => data.steps.length,
      option: (colours, width) => ({
        legend: null,
        xAxis: charts.axis(colours, {type: 'value', min: 0, splitNumber: width < 500 ? 3 : 6, axisLabel: {color: colours.text, formatter: large}}),
        yAxis: charts.axis(colours, {type: 'category', inverse: true, data: data.steps.map((step, i) => i + '  ' + step.done),
          axisLabel: {color: colours.text, width: width < 500 ? 120 : 300, overflow: 'truncate'}}),
        tooltip: {valueFormatter: large},
        series: [{type: 'bar', data: data.steps.map(step => step.throughput)}]
      }),
      table: () => [['Step', data.unit, 'In all'], data.steps.map(step => [step.done, large(step.throughput), factor(step.total)])]
    });
  }

  function dropped() {
    const parent = section('dropped');
    parent.append(data.dropped.length
      ? table('What was tried and not kept', [
        ['Tried', row => row.done],
        ['Outcome', row => row.decision],
        ['Reason', row => row.reason],
        ['Predicted at most', row => percent(row.predicted), true],
        ['Why it was tried', row => row.why]
      ], data.dropped)
      : note('Nothing else was tried.'));
  }

  function remains() {
    const parent = section('remains');
    parent.append(element('p', {}, 'It stopped because ' + data.stopped + '.'));
    if (data.remains) {
      parent.append(element('p', {}, data.remains));
    }
    if (data.advice.length) {
      parent.append(table('What a change of the source could bring', [
        ['Remedy', row => row.remedy],
        ['For', row => uncork.dotted(row.subject)],
        ['At', row => uncork.dotted(row.location)],
        ['What to do', row => row.text],
        ['Predicted at most', row => percent(row.predicted), true]
      ], data.advice), note('After such a change, the same command with --resume verifies it.'));
    }
  }

  function forecast() {
    const parent = section('forecast');
    if (!data.curve.length) {
      parent.append(note(data.curveRemark || 'Nothing was predicted.'));
      return;
    }
    const column = i => data.curve.map(point => point[i]);
    const cores = column(0).map(String);
    const hidden = {type: 'line', stack: 'band', stackStrategy: 'all', symbol: 'none', lineStyle: {opacity: 0}, tooltip: {show: false}, silent: true};
    const last = data.curve[data.curve.length - 1];
    const said = large(last[2]) + ' (' + large(last[1]) + ' to ' + large(last[3]) + ') ' + data.unit + ' on ' + last[0] + ' cores';
    parent.append(element('p', {}, 'The final state, a worker for each core: ' + said + '.'));
    charts.figure(parent, {
      title: 'Predicted throughput of the final state, ' + data.unit,
      timed: false,
      label: 'Predicted throughput against cores: ' + said,
      height: 300,
      points: () => cores.length,
      option: colours => ({
        legend: null,
        xAxis: charts.axis(colours, {type: 'category', boundaryGap: false, data: cores, name: 'cores', nameLocation: 'middle', nameGap: 26}),
        yAxis: charts.axis(colours, {type: 'value', min: 0, axisLabel: {color: colours.text, formatter: large}}),
        grid: charts.grid(34, 26),
        tooltip: {formatter: shown => {
          const point = data.curve[shown[0].dataIndex];
          return point[0] + ' cores: ' + large(point[2]) + ' (' + large(point[1]) + ' to ' + large(point[3]) + ')';
        }},
        series: [
          {name: 'expected', type: 'line', symbolSize: 6, data: column(2), color: charts.COLOURS[0]},
          {...hidden, name: 'low', data: column(1)},
          {...hidden, name: 'band', data: data.curve.map(point => point[3] - point[1]), areaStyle: {color: charts.COLOURS[0], opacity: 0.18}}
        ]
      }),
      table: () => [['Cores', 'Low', 'Expected', 'High'], data.curve.map(point => [String(point[0]), large(point[1]), large(point[2]), large(point[3])])]
    });
  }

  function build() {
    const verdict = section('verdict');
    verdict.classList.add(data.tone);
    verdict.append(element('p', {class: 'text'}, data.summary));
    if (data.before) {
      verdict.append(element('p', {}, 'At the start: ' + data.before));
    }
    verdict.append(element('p', {}, 'Next: uncork run --plan ' + data.plan + ' -- ' + data.command));
    journey();
    dropped();
    remains();
    forecast();
    section('about').append(
      element('dl', {}, element('dt', {}, 'Program'), element('dd', {class: 'code'}, data.command), element('dt', {}, 'Plan'), element('dd', {}, data.plan)),
      ...data.notes.map(line => note(line, 'note caution')));
  }

  return {build};
})();
