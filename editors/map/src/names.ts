import type { MapData } from './data';
import type { Renderer } from './draw';
import { element } from './elements';

/** The names of regions over the picture: the larger a region, the farther off it is named. */
export function regionNames(layer: HTMLElement, data: MapData, renderer: Renderer): void {
  const largest = Math.max(...data.regions.map((region) => region.count), 1);
  const names = data.regions.map((region) => {
    const name = element('div', 'region', region.words.join(' · '));
    name.style.fontSize = `${12 + 6 * Math.sqrt(region.count / largest)}px`;
    layer.append(name);
    return name;
  });
  const place = (): void => {
    const ratio = renderer.getCamera().ratio;
    const taken: DOMRect[] = [];
    data.regions.forEach((region, at) => {
      const name = names[at];
      if (name === undefined) return;
      const { x, y } = renderer.graphToViewport(region);
      name.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
      // Close by, the titles of notes say more.
      name.style.opacity = String(Math.max(0, Math.min(0.9, (ratio - 0.12) * 4)));
      name.style.visibility = 'visible';
      const box = name.getBoundingClientRect();
      const hidden = taken.some(
        (other) =>
          box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom,
      );
      if (hidden) name.style.visibility = 'hidden';
      else taken.push(box);
    });
  };
  renderer.on('afterRender', place);
  place();
}
