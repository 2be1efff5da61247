/**
 * Graphviz's SVG as elements of this document. Names of functions end up in it, so whatever could do more than be
 * seen is left out; Graphviz writes nothing of the kind.
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

/** The elements of the nodes, by the number that the graph's text gives them: 1 for the first. */
export function graphNodes(picture: SVGSVGElement): Map<number, SVGGElement> {
  const nodes = new Map<number, SVGGElement>();
  for (const element of picture.querySelectorAll<SVGGElement>('g.node')) {
    const number = /^N(\d+)$/.exec(element.querySelector('title')?.textContent ?? '')?.[1];
    if (number !== undefined) nodes.set(Number(number), element);
  }
  return nodes;
}
