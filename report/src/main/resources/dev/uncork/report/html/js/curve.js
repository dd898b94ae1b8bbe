'use strict';

// The scaling curve that was measured inside the run, and how it might go on.
uncork.curve = (() => {
  const {data, element, command, section, note, three, charts} = uncork;

  function build() {
    const parent = section('curve');
    const curve = data.curve;
    if (!curve.points.length) {
      parent.append(note(curve.rounds
        ? 'Nothing that counts the program\'s work moved while it had fewer cores.'
        : 'This recording has no windows on fewer cores: the program was idle, too short, or recorded without the experiment.'));
      return;
    }
    const measured = curve.points.length;
    const all = curve.points.concat((curve.beyond || []).map(point => ({...point, cost: null, trusted: true})));
    const band = point => three(point.speed[1]) + ' (' + three(point.speed[0]) + ' to ' + three(point.speed[2]) + ')';
    if (curve.best) {
      parent.append(element('p', {}, element('strong', {}, curve.best), ' ', command(curve.command)));
    }
    const only = (from, to, value) => all.map((point, i) => i >= from && i < to ? value(point) : null);
    charts.figure(parent, {
      title: 'Speed, against that on all ' + curve.points[measured - 1].cores + ' cores',
      timed: false,
      label: 'Speed against cores: ' + curve.points.map(point => point.cores + ' cores ' + band(point)).join(', '),
      height: 260,
      points: () => all.length,
      option: colours => {
        const hidden = {type: 'line', stack: 'band', stackStrategy: 'all', symbol: 'none', lineStyle: {opacity: 0}, tooltip: {show: false}, silent: true};
        const beyond = all.length > measured;
        return {
          legend: {data: beyond ? ['measured', 'carried on'] : ['measured']},
          xAxis: charts.axis(colours, {type: 'category', boundaryGap: false, data: all.map(point => String(point.cores)), name: 'cores', nameLocation: 'middle', nameGap: 26}),
          yAxis: charts.axis(colours, {type: 'value', min: 0}),
          grid: charts.grid(34, 26),
          tooltip: {formatter: shown => {
            const point = all[shown[0].dataIndex];
            return point.cores + (point.cores === 1 ? ' core: ' : ' cores: ') + band(point)
              + (point.cost ? '\nCPU time per unit of work: ' + three(point.cost[1]) + ' times that on ' + curve.few : '\ncarried on by a law, not measured');
          }},
          series: [
            {name: 'measured', type: 'line', symbol: 'circle', symbolSize: 7, data: only(0, measured, point => point.trusted ? point.speed[1] : {value: point.speed[1], symbol: 'emptyCircle'}), color: charts.COLOURS[0]},
            ...(beyond ? [{name: 'carried on', type: 'line', symbolSize: 5, lineStyle: {type: 'dashed'}, data: only(measured - 1, all.length, point => point.speed[1]), color: charts.COLOURS[1]}] : []),
            {...hidden, name: 'low', data: all.map(point => point.speed[0])},
            {...hidden, name: 'band', data: all.map(point => point.speed[2] - point.speed[0]), areaStyle: {color: charts.COLOURS[0], opacity: 0.18}}
          ]
        };
      },
      table: () => [['Cores', 'Speed', 'Low', 'High', 'CPU time per unit of work'],
        all.map(point => [String(point.cores), three(point.speed[1]), three(point.speed[0]), three(point.speed[2]), point.cost ? three(point.cost[1]) : ''])]
    });
    parent.append(note(curve.about));
    if (curve.points.some(point => !point.trusted)) {
      parent.append(note('One core is drawn hollow: with several threads on it, those that hold a lock lose it to those that wait.'));
    }
  }

  return {build};
})();
