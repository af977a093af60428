// The map in a real Chromium: `node run.mjs MAP.html [PICTURES]`. The page is one that
// `nearnote map` wrote of tests/vaults/demo with a hostile note added (see run.sh).
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const [file, pictures] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.NEARNOTE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const errors = [];
const requests = [];

async function open(colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  page.on('request', (request) => requests.push(request.url()));
  page.on('dialog', (dialog) => errors.push(`a note ran: ${dialog.message()}`));
  await page.goto(`file://${file}`);
  await page.waitForSelector('body[data-ready]');
  return page;
}
const spot = (page, path) =>
  page.evaluate((wanted) => {
    const { renderer, data } = globalThis.nearnoteMap;
    const at = data.notes.findIndex((note) => note.path === wanted);
    const size = renderer.getDimensions();
    const point = renderer.framedGraphToViewport(renderer.getNodeDisplayData(String(at)));
    return { ...point, ...size };
  }, path);
const picture = async (page, name) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};
const panel = (page) => page.textContent('#panel');

const page = await open('light');
const notes = await page.evaluate(() => globalThis.nearnoteMap.data.notes.length);
assert.match(await page.textContent('#count'), new RegExp(`^${notes} notes`));

// Every note is within the picture.
for (const path of ['Bread/Country loaf.md', 'Home.md', 'hostile.md']) {
  const { x, y, width, height } = await spot(page, path);
  assert.ok(x > 0 && x < width && y > 0 && y < height, path);
}

// Hover shows the excerpt, click shows the note with what is near and linked. The note is the one
// that lies farthest from all others.
const alone = await page.evaluate(() => {
  const { notes } = globalThis.nearnoteMap.data;
  const room = (one) => Math.min(...notes.filter((each) => each !== one).map((each) => Math.hypot(each.x - one.x, each.y - one.y)));
  return notes.filter((note) => note.near.length > 0 && note.excerpt).reduce((best, note) => (room(note) > room(best) ? note : best));
});
const { x, y } = await spot(page, alone.path);
await page.mouse.move(x, y);
await page.waitForSelector('#tip:not([hidden])');
assert.equal(await page.textContent('#tip'), alone.title + alone.excerpt);
await page.mouse.click(x, y);
await page.waitForSelector('#panel h2');
assert.ok((await panel(page)).startsWith(alone.title + alone.path));
assert.match(await panel(page), /Near/);
assert.ok((await page.getAttribute('#panel h2 a', 'href')).endsWith(encodeURI(alone.path)));
await picture(page, 'note');

// Escape forgets, `/` goes to the search, which lights up hits and lists them.
await page.keyboard.press('Escape');
assert.equal(await panel(page), '');
await page.keyboard.press('/');
await page.keyboard.type('SOURDOUGH');
await page.waitForSelector('#panel li');
assert.match(await panel(page), /^\d+ notes? by words/);
await picture(page, 'search');
await page.click('#panel li button');
await page.waitForSelector('#panel h2 a');
assert.match(await panel(page), /ourdough/);

// Text of notes is text.
await page.fill('#search', 'onerror');
await page.waitForSelector('#panel li');
assert.match(await panel(page), /<img src=x onerror=alert\(1\)>/);
assert.equal(await page.locator('#panel img, #tip img').count(), 0);
await page.keyboard.press('Escape');

for (const by of ['tag', 'age', 'folder']) {
  await page.selectOption('#by', by);
  assert.ok((await page.locator('#legend li').count()) > 0, by);
}
for (const name of ['unlinked', 'bridges', 'orphans']) {
  await page.check(`#${name}`);
  await picture(page, name);
  await page.uncheck(`#${name}`);
}

// The address names a note. Dark is dark.
const dark = await open('dark');
await dark.evaluate(() => { location.hash = '#' + encodeURIComponent('Bread/Scoring.md'); });
await dark.reload();
await dark.waitForSelector('#panel h2 a');
assert.match(await panel(dark), /^Scoring/);
assert.equal(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(22, 25, 30)');
await picture(dark, 'dark');

// How fast frames come while the picture moves; told, since a machine without a GPU draws slowly.
const frames = await page.evaluate(async () => {
  const { renderer } = globalThis.nearnoteMap;
  const camera = renderer.getCamera();
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 2000) {
    await new Promise(requestAnimationFrame);
    camera.setState({ x: 0.5 + 0.1 * Math.sin(count / 20) });
    count += 1;
  }
  return count / 2;
});

assert.deepEqual(errors, []);
assert.deepEqual(requests.filter((url) => !url.startsWith('file:')), []);
await browser.close();
console.log(`map: ${notes} notes, ${frames.toFixed(0)} frames a second`);
