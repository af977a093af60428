import Graph from 'graphology';
import Sigma from 'sigma';
import type { MapData } from './data';
import type { Look } from './look';

interface NodeLook {
  x: number;
  y: number;
  size: number;
  label: string;
}
interface EdgeLook {
  kind: 'link' | 'bridge' | 'unlinked';
  size: number;
}
export type Renderer = Sigma<NodeLook, EdgeLook>;

const MANY = 5000;
const SMALL = 2.5;

/** The picture in `container`; it is drawn anew from `look` by `refresh`. */
export function draw(container: HTMLElement, data: MapData, look: Look, linked: Set<number>[]): Renderer {
  const graph = new Graph<NodeLook, EdgeLook>({ type: 'undirected', multi: true });
  // More notes are smaller, so that they stay apart.
  const scale = Math.min(1.6, Math.max(0.6, 18 / Math.sqrt(data.notes.length + 1)));
  data.notes.forEach((note, at) => {
    const size = scale * (SMALL + Math.sqrt(linked[at]?.size ?? 0));
    graph.addNode(at, { x: note.x, y: note.y, size, label: note.title });
  });
  const bridges = new Set(data.bridges.map(([one, two]) => key(one, two)));
  const drawn = new Set<string>();
  for (const [one, two] of data.links) {
    if (drawn.has(key(one, two))) continue;
    drawn.add(key(one, two));
    graph.addEdge(one, two, { kind: bridges.has(key(one, two)) ? 'bridge' : 'link', size: 0.6 });
  }
  for (const [one, two] of data.unlinked) graph.addEdge(one, two, { kind: 'unlinked', size: 1.2 });

  const near = (at: number) => new Set((data.notes[at]?.near ?? []).map(([other]) => other));
  const stands = (at: number): boolean => {
    const focus = look.hovered ?? look.selected;
    if (focus !== null) return at === focus || near(focus).has(at) || (linked[focus]?.has(at) ?? false);
    if (look.hits !== null) return look.hits.has(at);
    if (look.orphans) return linked[at]?.size === 0;
    return true;
  };
  return new Sigma<NodeLook, EdgeLook>(graph, container, {
    allowInvalidContainer: true,
    hideEdgesOnMove: data.links.length > MANY,
    labelRenderedSizeThreshold: 7,
    labelDensity: 0.6,
    labelFont: 'system-ui, sans-serif',
    labelSize: 12,
    labelColor: { color: look.theme.text },
    minCameraRatio: 0.02,
    maxCameraRatio: 2.5,
    stagePadding: 60,
    zIndex: true,
    nodeReducer: (node, attributes) => {
      const at = Number(node);
      const focus = look.hovered ?? look.selected;
      if (!stands(at)) return { ...attributes, color: look.theme.faint, label: null, zIndex: 0 };
      const hit = look.hits?.has(at) ?? false;
      return {
        ...attributes,
        color: hit ? look.theme.hit : (look.colours.of[at] ?? look.theme.strong),
        size: attributes.size * (at === focus || at === look.selected ? 2 : hit ? 1.5 : 1),
        // What one asked for is named, all else where there is room.
        forceLabel: focus !== null || (hit && (look.hits?.size ?? 0) <= 30),
        zIndex: at === focus ? 3 : hit ? 2 : 1,
      };
    },
    edgeReducer: (edge, attributes) => {
      const [one, two] = graph.extremities(edge).map(Number) as [number, number];
      const focus = look.hovered ?? look.selected;
      const touches = focus !== null && (one === focus || two === focus);
      const shown = attributes.kind === 'unlinked' ? look.unlinked : look.links || touches;
      if (!shown && !(attributes.kind === 'bridge' && look.bridges)) return { hidden: true };
      if (attributes.kind === 'unlinked') return { ...attributes, color: look.theme.missing, zIndex: 2 };
      if (attributes.kind === 'bridge' && look.bridges) {
        return { ...attributes, color: look.theme.hit, size: 2, zIndex: 2 };
      }
      if (touches) return { ...attributes, color: look.theme.strong, size: 1.4, zIndex: 1 };
      if (focus !== null || look.hits !== null) return { hidden: true };
      return { ...attributes, color: look.theme.link, zIndex: 0 };
    },
    defaultDrawNodeLabel: (context, node) => {
      if (!node.label) return;
      context.font = '12px system-ui, sans-serif';
      context.lineWidth = 3;
      context.strokeStyle = look.theme.background;
      context.fillStyle = look.theme.text;
      const label = node.label.length > 40 ? `${node.label.slice(0, 39)}…` : node.label;
      context.strokeText(label, node.x + node.size + 3, node.y + 4);
      context.fillText(label, node.x + node.size + 3, node.y + 4);
    },
    defaultDrawNodeHover: (context, node) => {
      context.beginPath();
      context.arc(node.x, node.y, node.size + 3, 0, 2 * Math.PI);
      context.lineWidth = 2;
      context.strokeStyle = look.theme.text;
      context.stroke();
    },
  });
}

function key(one: number, two: number): string {
  return one < two ? `${one}-${two}` : `${two}-${one}`;
}
