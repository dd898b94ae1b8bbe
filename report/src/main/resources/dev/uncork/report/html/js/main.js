'use strict';

// Fills the page, top first, then says that it is ready.
(() => {
  const {data, element, command, section, note, charts} = uncork;

  function verdict() {
    const parent = section('verdict');
    const said = data.verdict;
    parent.classList.add(said.tone);
    parent.append(element('p', {class: 'text'}, said.text));
    if (said.price) {
      parent.append(element('p', {class: 'price'}, said.price));
    }
    if (said.evidence.length) {
      parent.append(element('ul', {}, ...said.evidence.map(line => element('li', {}, line))));
    }
    const next = element('p', {}, 'Next: ' + said.next);
    if (said.command) {
      next.append(' ', command(said.command));
    }
    parent.append(next);
  }

  function about() {
    const parent = section('about');
    parent.append(element('dl', {}, ...data.facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])));
    data.verdict.limits.forEach(line => parent.append(note('Not seen: ' + line)));
  }

  function footer() {
    document.querySelector('footer').append(
      element('p', {}, 'Keys: in a figure, ← and → walk through its points, + and − change the stretch of time, 0 shows all of it, Esc hides the figures; Ctrl and the mouse wheel zoom.'),
      element('p', {}, 'Drawn by Apache ECharts (Apache-2.0), d3-flame-graph (Apache-2.0) and d3-selection (ISC). This file needs no network.'));
  }

  if (section('zoom')) {
    charts.zoomButtons();
  }
  if (data.page === 'comparison') {
    uncork.comparison.build();
  } else if (data.page === 'tune') {
    uncork.tune.build();
  } else {
    verdict();
    uncork.ledger.build();
    uncork.curve.build();
    uncork.ledger.buildStacks();
    uncork.cores.build();
    uncork.locks.build();
    uncork.threads.build();
    uncork.process.build();
    uncork.forecast.build();
    about();
  }
  footer();
  charts.drawQueued(() => {
    charts.follow();
    performance.mark('uncork-ready');
    document.documentElement.dataset.ready = 'true';
  });
})();
