'use strict';

// Charts by ECharts, with what a canvas lacks: a name, the figures as a table, keys, and colours
// that follow light, dark and paper.
uncork.charts = (() => {
  const {element, section, seconds} = uncork;
  const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8f7f00', '#7f7f7f'];
  const drawn = [];
  const queue = [];
  const others = [];
  const zoom = {start: 0, end: 100};
  let passingOn = false;

  function palette() {
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue('--' + name).trim();
    return {text: colour('text'), quiet: colour('quiet'), line: colour('line'), surface: colour('surface'),
      raised: colour('raised'), empty: colour('empty'), full: colour('full'), accent: colour('accent'),
      bad: colour('bad'), unsure: colour('unsure')};
  }

  function defaults(colours, timed) {
    return {
      animation: false,
      color: COLOURS,
      backgroundColor: 'transparent',
      textStyle: {color: colours.text, fontFamily: 'system-ui, sans-serif'},
      grid: grid(34),
      legend: {selectedMode: false, top: 0, left: 0, textStyle: {color: colours.text}, itemHeight: 10, type: 'plain'},
      // Drawn in the canvas: a tooltip of markup would have to trust what the recording says.
      tooltip: {trigger: 'axis', renderMode: 'richText', confine: true, backgroundColor: colours.raised,
        borderColor: colours.line, textStyle: {color: colours.text, fontSize: 13}, transitionDuration: 0},
      dataZoom: timed ? [{type: 'inside', start: zoom.start, end: zoom.end, zoomOnMouseWheel: 'ctrl',
        moveOnMouseMove: false, moveOnMouseWheel: false}] : []
    };
  }

  /** Labels may take up to half of the width; ECharts would cut them at a quarter. */
  function grid(top, bottom) {
    return {left: 8, right: 20, top, bottom: bottom || 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel', outerBoundsClampWidth: '50%'};
  }

  function axis(colours, more) {
    return {
      axisLine: {lineStyle: {color: colours.quiet}},
      axisTick: {show: false},
      axisLabel: {color: colours.text, hideOverlap: true},
      splitLine: {lineStyle: {color: colours.line}},
      nameTextStyle: {color: colours.quiet},
      ...more
    };
  }

  function timeAxis(colours, duration) {
    return axis(colours, {type: 'value', min: 0, max: duration,
      axisLabel: {color: colours.text, hideOverlap: true, formatter: value => seconds(value)},
      splitLine: {show: false}});
  }

  /** An axis of columns of equal length, labelled at round times of the stretch that is shown. */
  function columnAxis(colours, columns, length, width) {
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 43200, 86400, 432000];
    const most = Math.max(2, Math.floor(width / 90));
    const step = () => steps.find(one => columns * length * (zoom.end - zoom.start) / 100 / one <= most) || 864000;
    const number = i => Math.floor((i * length + 1e-6) / step());
    return axis(colours, {type: 'category', boundaryGap: true, data: Array.from({length: columns}, (_, i) => String(i)),
      axisTick: {show: false},
      axisLabel: {color: colours.text, hideOverlap: true, interval: i => i === 0 || number(i) !== number(i - 1),
        formatter: i => seconds(Math.round(number(Number(i)) * step() * 10) / 10)}});
  }

  /**
   * Puts a figure into a section; it is drawn when its turn comes. option(colours, width) makes what
   * ECharts shows, table() the same as [head, rows]; click(series) is told which one was clicked.
   */
  function figure(parent, {title, label, height, option, table, timed, points, key, click}) {
    const canvas = element('div', {class: 'chart', role: 'img', tabindex: '0', 'aria-label': label});
    canvas.style.height = height + 'px';
    const details = element('details', {}, element('summary', {}, 'Figures as a table: ' + title));
    details.addEventListener('toggle', () => {
      if (details.open && !details.querySelector('table')) {
        const [head, rows] = table();
        details.append(uncork.plainTable(title, head, rows));
      }
    });
    parent.append(element('figure', {}, element('figcaption', {}, title), key || null, canvas, details));
    const one = {canvas, option, timed, click, points: points || (() => 0), at: -1, chart: null};
    canvas.addEventListener('keydown', event => press(event, one));
    queue.push(one);
    return {redraw: () => one.chart && draw(one), label: text => canvas.setAttribute('aria-label', text)};
  }

  function draw(one) {
    if (one.chart) {
      one.chart.dispose();
    }
    one.chart = echarts.init(one.canvas, null, {renderer: 'canvas'});
    const colours = palette();
    const special = one.option(colours, one.canvas.clientWidth);
    const base = defaults(colours, one.timed);
    one.chart.setOption({...base, ...special, tooltip: {...base.tooltip, ...special.tooltip},
      legend: special.legend === null ? {show: false} : {...base.legend, ...special.legend}});
    if (one.click) {
      one.chart.on('click', event => one.click(event.seriesIndex));
    }
    // ECharts names the canvas's parent only if asked to; the name given to the figure stays.
    if (one.timed) {
      one.chart.on('datazoom', () => {
        const range = one.chart.getOption().dataZoom[0];
        setZoom(range.start, range.end);
      });
    }
  }

  /** Left and right walk through the points, plus, minus and 0 change the stretch of time. */
  function press(event, one) {
    const steps = {ArrowRight: 1, ArrowLeft: -1};
    if (event.key in steps && one.points() > 0) {
      one.at = Math.max(0, Math.min(one.points() - 1, one.at + steps[event.key]));
      one.chart.dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: one.at});
    } else if (event.key === 'Escape') {
      one.chart.dispatchAction({type: 'hideTip'});
      return;
    } else if (one.timed && '+-0'.includes(event.key)) {
      zoomBy({'+': 0.5, '-': 2, '0': Infinity}[event.key]);
    } else {
      return;
    }
    event.preventDefault();
  }

  function setZoom(start, end) {
    if (passingOn || (zoom.start === start && zoom.end === end)) {
      return;
    }
    passingOn = true;
    zoom.start = start;
    zoom.end = end;
    drawn.filter(one => one.timed).forEach(one => one.chart.dispatchAction({type: 'dataZoom', start, end}));
    passingOn = false;
    const all = start <= 0 && end >= 100;
    section('zoom').querySelectorAll('button').forEach(button => {
      button.disabled = all && button.dataset.needs === 'part';
    });
  }

  function zoomBy(factor) {
    const width = Math.min(100, Math.max(0.5, (zoom.end - zoom.start) * factor));
    const middle = (zoom.start + zoom.end) / 2;
    const start = Math.max(0, Math.min(100 - width, middle - width / 2));
    setZoom(start, start + width);
  }

  function moveBy(share) {
    const width = zoom.end - zoom.start;
    const start = Math.max(0, Math.min(100 - width, zoom.start + width * share));
    setZoom(start, start + width);
  }

  function zoomButtons() {
    const button = (text, name, needs, action) => {
      const made = element('button', {type: 'button', 'aria-label': name, title: name, 'data-needs': needs}, text);
      made.disabled = needs === 'part';
      made.addEventListener('click', action);
      return made;
    };
    section('zoom').append(element('span', {}, 'Time'),
      button('←', 'Earlier', 'part', () => moveBy(-0.5)),
      button('→', 'Later', 'part', () => moveBy(0.5)),
      button('+', 'Shorter stretch of time', 'any', () => zoomBy(0.5)),
      button('−', 'Longer stretch of time', 'part', () => zoomBy(2)),
      button('all', 'Whole recording', 'part', () => zoomBy(Infinity)));
  }

  function redrawAll() {
    drawn.forEach(draw);
    others.forEach(redraw => redraw());
  }

  /** Has something that isn't a figure of ECharts drawn again when the width or the colours change. */
  function alsoRedraw(redraw) {
    others.push(redraw);
  }

  /** Draws what waits, one figure at a time so that the page answers meanwhile; then calls back. */
  function drawQueued(done) {
    const one = queue.shift();
    if (!one) {
      done();
      return;
    }
    draw(one);
    drawn.push(one);
    setTimeout(() => drawQueued(done));
  }

  function follow() {
    let width = document.body.clientWidth;
    new ResizeObserver(() => {
      if (document.body.clientWidth !== width) {
        width = document.body.clientWidth;
        redrawAll();
      }
    }).observe(document.body);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawAll);
    addEventListener('beforeprint', () => {
      document.documentElement.classList.add('printing');
      redrawAll();
    });
    addEventListener('afterprint', () => {
      document.documentElement.classList.remove('printing');
      redrawAll();
    });
  }

  return {COLOURS, figure, grid, axis, timeAxis, columnAxis, zoomButtons, drawQueued, follow, alsoRedraw};
})();
