/**
 * Graphviz's SVG as elements of this document. It contains names of functions, which come from outside, so everything
 * that could run or load something is removed. Graphviz itself writes no such thing.
 */
export function graphSvg(svg: string): SVGSVGElement | null {
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  if (!(documentElement instanceof SVGSVGElement)) return null;
  for (const element of documentElement.querySelectorAll('script, foreignObject, style, a, image')) {
    element.replaceWith(...element.childNodes);
  }
  for (const element of documentElement.querySelectorAll('*')) {
    for (const { name } of [...element.attributes]) {
      if (name.startsWith('on') || name === 'style' || name.endsWith('href')) element.removeAttribute(name);
    }
  }
  return document.importNode(documentElement, true);
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
