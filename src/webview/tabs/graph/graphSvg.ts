/**
 * Graphviz's SVG as elements of this document. It contains names of functions, which come from outside, so everything
 * that could run or load something is removed. Graphviz itself writes no such thing.
 */
export function graphSvg(svg: string): SVGSVGElement | null {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  if (!(documentElement instanceof SVGSVGElement)) return null;
  for (const element of documentElement.querySelectorAll('script, foreignObject, style, a, image')) {
    while (element.firstChild !== null) element.before(element.firstChild);
    element.remove();
  }
  for (const element of documentElement.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('on') || name === 'style' || name.endsWith('href')) element.removeAttribute(name);
    }
  }
  const picture = document.importNode(documentElement, true);
  for (const element of picture.querySelectorAll<SVGElement>('[fill], [stroke]')) makeThemed(element);
  return picture;
}

/**
 * Hands pprof's colour of an element, which says how hot it is, to the style sheet. There it becomes one that suits the
 * theme. The drawing's own background, which is white, gives way to the page's.
 */
function makeThemed(element: SVGElement): void {
  if (element.localName === 'polygon' && element.parentElement?.classList.contains('graph') === true) {
    element.remove();
    return;
  }
  const isNode = element.closest('g.node') !== null;
  for (const name of ['fill', 'stroke'] as const) {
    const colour = element.getAttribute(name);
    if (colour === null || colour === 'none' || colour === 'transparent') continue;
    element.style.setProperty(`--pprof-${name}`, colour);
    element.classList.add(name === 'fill' && isNode ? 'pprof-paper' : `pprof-${name}`);
  }
}

/** The elements of the nodes, by their numbers in the graph's text, which begin with 1. */
export function graphNodes(picture: SVGSVGElement): Map<number, SVGGElement> {
  const nodes = new Map<number, SVGGElement>();
  for (const element of picture.querySelectorAll<SVGGElement>('g.node')) {
    const number = /^N(\d+)$/.exec(element.querySelector('title')?.textContent ?? '')?.[1];
    if (number !== undefined) nodes.set(Number(number), element);
  }
  return nodes;
}
