/** Draws the icons of public/ from the mark with a real Chromium: `node scripts/icons.mjs`. Run it when the mark changes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './chromium.mjs';
import { ROOT } from './processes.mjs';

const folder = join(ROOT, 'public/icons');
const mark = readFileSync(join(folder, 'mark.svg'), 'utf8').trim();
const shapes = mark.replace(/^<svg[^>]*>|<\/svg>$/g, '');

/** `inset`: share of the edge kept free of the letter, for systems that cut their own shape out of the square. */
const svgOf = ({ bleed, inset = 0 }) => {
  if (!bleed) return mark;
  const letter = shapes.replace(/<rect[^>]*\/>/, '');
  const scale = 1 - inset * 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#124e66"/><g transform="translate(${32 * inset} ${32 * inset}) scale(${scale})">${letter}</g></svg>`;
};

const files = [
  { name: 'icon-192.png', size: 192 },
  { name: 'icon-512.png', size: 512 },
  { name: 'maskable-512.png', size: 512, bleed: true, inset: 0.12 },
  { name: 'apple-touch-icon.png', size: 180, bleed: true, inset: 0.04 },
  { name: 'favicon-32.png', size: 32, ico: true },
];

/** An .ico that holds one PNG. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

const found = await findChromium();
const browser = await chromium.launch({ executablePath: found.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const file of files) {
    const page = await browser.newPage({ viewport: { width: file.size, height: file.size } });
    const url = `data:image/svg+xml;base64,${Buffer.from(svgOf(file)).toString('base64')}`;
    await page.setContent(
      `<style>*{margin:0}img{display:block;width:${file.size}px;height:${file.size}px}</style><img src="${url}">`,
    );
    await page.locator('img').evaluate((image) => image.decode());
    const png = await page.screenshot({ omitBackground: true });
    if (file.ico) writeFileSync(join(ROOT, 'public/favicon.ico'), ico(png, file.size));
    else writeFileSync(join(folder, file.name), png);
    await page.close();
  }
} finally {
  await browser.close();
}
