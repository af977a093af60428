import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { FileNames } from '../../../../editors/vscode/src/preview/fileNames.ts';
import { anchorOf, partOf } from '../../../../editors/vscode/src/preview/section.ts';
import { wikilinks } from '../../../../editors/vscode/src/preview/wikilinks.ts';

// The tests have no packages of their own; these are the extension's.
const require = createRequire(new URL('../../../../editors/vscode/package.json', import.meta.url));
type Engine = Parameters<typeof wikilinks>[0];
const Markdown = require('markdown-it') as new (options: object) => Engine;

const NOTES: Record<string, string> = {
  '/v/Host.md': '',
  '/v/Bread.md':
    '---\ntitle: Bread\n---\n# Bread\n\nIt rises. ^rise\n\n## Crust\n\nThick.\n\n### Deep\n\nDark.\n\n## Crumb\n\nOpen.\n',
  '/v/sub/Oven.md':
    'See [plan](plan.md) and ![p](img/a.png), [[Bread]], [web](https://x.y), [top](#a).\n',
  '/v/sub/Bread.md': 'The other one.\n',
  '/v/Loop.md': 'Before ![[Loop]]\n\n![[Host]]\n\n![[Round]]\n',
  '/v/Round.md': '![[Loop]]\n',
  '/v/Bad.md':
    '<script>alert(1)</script>\n\nInline <img src=x onerror=alert(1)> [x](javascript:alert(1))\n',
  '/v/a b.png': '',
  '/v/lang.tr.md': 'Merhaba.\n',
};

const names = new FileNames();
for (const path of Object.keys(NOTES)) names.add(path, '/v');
const files = {
  find: (target: string, from: string) => names.find(target, from),
  text: (path: string) => NOTES[path],
};

function html(text: string, host = '/v/Host.md'): string {
  const md = wikilinks(new Markdown({ html: true }), files);
  // As VS Code does: a page is read without its address, and drawn with it.
  const page = { currentDocument: { path: host } };
  return md.renderer.render(md.parse(text, {}), md.options, page).trim();
}

const link = (href: string, label: string): string =>
  `<p><a href="${href}" class="nearnote-link">${label}</a></p>`;
const missing = (label: string): string => `<p><span class="nearnote-missing">${label}</span></p>`;

const PAGES: [string, string, string][] = [
  ['a link', '[[Bread]]', link('Bread.md', 'Bread')],
  ['a label', '[[Bread|the loaf]]', link('Bread.md', 'the loaf')],
  ['a heading', '[[Bread#The Crust!]]', link('Bread.md#the-crust', 'Bread › The Crust!')],
  ['a heading of this note', '[[#Crust]]', link('#crust', 'Crust')],
  ['a folder', '[[sub/oven]]', link('sub/Oven.md', 'sub/oven')],
  ['the label first, as in Dendron', '[[Hello|lang.tr]]', link('lang.tr.md', 'Hello')],
  ['no such note', '[[Nowhere|gone]]', missing('gone')],
  [
    'a picture with spaces and a width',
    '![[a b.png|300]]',
    '<p><img src="a%20b.png" alt="a b.png" width="300"></p>',
  ],
  ['code', '`[[Bread]]`', '<p><code>[[Bread]]</code></p>'],
  ['no link', '[[]] [[a\nb]]', '<p>[[]] [[a\nb]]</p>'],
  [
    'hostile labels',
    '[[Bread|<img src=x onerror=alert(1)>]]',
    link('Bread.md', '&lt;img src=x onerror=alert(1)&gt;'),
  ],
  [
    'hostile targets',
    '[["><script>alert(1)</script>]]',
    missing('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'),
  ],
  ['scripts as targets', '[[javascript:alert(1)]]', missing('javascript:alert(1)')],
  ['an embed that is not there', '![[Nowhere]]', missing('Nowhere')],
  ['an embed of itself', '![[Host]]', link('#', 'Host')],
];

for (const [name, text, expected] of PAGES) {
  test(`the preview draws ${name}`, () => assert.equal(html(text), expected));
}

test('a link from a folder goes up', () => {
  assert.equal(html('[[Host]]', '/v/sub/Oven.md'), link('../Host.md', 'Host'));
  assert.equal(html('[[Bread]]', '/v/sub/Oven.md'), link('Bread.md', 'Bread'));
  assert.equal(html('[[../Bread]]', '/v/sub/Oven.md'), link('../Bread.md', '../Bread'));
});

test('a table keeps a link with a label', () => {
  assert.ok(
    html('| a |\n|---|\n| [[Bread\\|x]] |').includes(
      '<td><a href="Bread.md" class="nearnote-link">x</a></td>',
    ),
  );
});

test('an embed shows the note, and a section only that', () => {
  const whole = html('Before\n![[Bread]]\nafter');
  assert.match(whole, /^<p>Before<\/p>\n<div><div class="nearnote-embed">/);
  assert.ok(
    whole.includes('It rises.') && whole.includes('Open.') && !whole.includes('title: Bread'),
  );
  const part = html('![[Bread#Crust]]');
  assert.ok(part.includes('Thick.') && part.includes('Dark.') && !part.includes('Open.'));
  const block = html('![[Bread#^rise]]');
  assert.ok(block.includes('<p>It rises.</p>') && !block.includes('Thick.'));
});

test('addresses in an embedded note are meant from that note', () => {
  const page = html('![[sub/Oven]]');
  for (const expected of [
    'href="sub/plan.md"',
    'src="sub/img/a.png"',
    'href="sub/Bread.md"',
    'href="https://x.y"',
    'href="#a"',
  ]) {
    assert.ok(page.includes(expected), `${expected} in\n${page}`);
  }
});

test('notes that embed each other end', () => {
  const page = html('![[Loop]]');
  assert.ok(page.length < 2_000);
  assert.ok(page.includes('class="nearnote-embed"'));
});

test("an embedded note's HTML stays text", () => {
  const page = html('![[Bad]]\n\n<b>mine</b>');
  assert.ok(!/<script|<img|href="javascript/i.test(page), page);
  assert.ok(page.includes('&lt;script&gt;'));
  assert.ok(page.includes('<b>mine</b>'), "the host's own HTML is the preview's to judge");
});

test('random text never makes a tag of its own', () => {
  const pieces = [
    '[[',
    ']]',
    '![[',
    '|',
    '#',
    '<b>',
    '"',
    "'",
    '>',
    'Bread',
    '\\',
    '^',
    '&lt;',
    '\n',
    ' ',
    '`',
    '%',
  ];
  let seed = 7;
  const next = (): number => (seed = (seed * 16_807) % 2_147_483_647);
  const md = wikilinks(new Markdown({ html: false }), files);
  for (let run = 0; run < 3_000; run++) {
    const text = Array.from({ length: 12 }, () => pieces[next() % pieces.length]).join('');
    const page = md.render(text, { currentDocument: { path: '/v/Host.md' } });
    assert.ok(!page.includes('<b>'), text);
  }
});

const PARTS: [string, string | undefined][] = [
  ['Crust', '## Crust\n\nThick.\n\n### Deep\n\nDark.\n'],
  ['Crust#Deep', '### Deep\n\nDark.\n'],
  ['^rise', 'It rises.'],
  ['Nothing', undefined],
  ['^nothing', undefined],
];

for (const [fragment, expected] of PARTS) {
  test(`the part of a note at #${fragment}`, () => {
    assert.equal(partOf(NOTES['/v/Bread.md']!, fragment), expected);
  });
}

test('a heading in a fence is none', () => {
  assert.equal(partOf('```\n# A\n```\n\n# B\n\nx\n', 'A'), undefined);
});

test('a block id: the item alone, the paragraph, the block above', () => {
  const text = '- one\n- two ^x\n- three\n\nA\nB ^y\n\n| a |\n\n^z\n';
  assert.deepEqual(
    ['^x', '^y', '^z'].map((id) => partOf(text, id)),
    ['- two', 'A\nB', '| a |'],
  );
});

test('anchors are those of the preview', () => {
  assert.deepEqual(['The Crust!', 'İki  Söz', 'a_b-c'].map(anchorOf), [
    'the-crust',
    'i̇ki-söz',
    'a_b-c',
  ]);
});

test('names: a note beside the host before one elsewhere, near the root first, gone after removal', () => {
  const found = new FileNames();
  for (const path of ['/v/x/deep/N.md', '/v/x/N.md', '/v/y/N.md', '/w/N.md'])
    found.add(path, path.slice(0, 2));
  assert.equal(found.find('n', '/v/y/Host.md'), '/v/y/N.md');
  assert.equal(found.find('N.md', '/v/Host.md'), '/v/x/N.md');
  assert.equal(found.find('deep/N', '/v/Host.md'), '/v/x/deep/N.md');
  assert.equal(found.find('N', '/w/Host.md'), '/w/N.md');
  found.remove('/w/N.md');
  assert.equal(found.find('./N', '/w/Host.md'), undefined);
  assert.equal(found.find('', '/w/Host.md'), undefined);
});
