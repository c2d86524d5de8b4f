/** A workbook's parts: which sheets it has and where they lie, its formats and texts. */

import type { TableRow } from '../csv-rows';
import { TABLE_LIMITS, TableError, type TableLimits } from '../error';
import type { TableSource } from '../source';
import { type ZipEntry, zipEntry } from '../zip';
import { cellFormats, type NumberFormat } from './formats';
import { fillDown, mergedCells } from './merged';
import { SheetRows } from './sheet-rows';
import { readTexts, SharedTexts } from './texts';
import { broken, wholeXml, xmlPart, xmlTags } from './xml';

/** Parts that are read as a whole; the names of a thousand sheets fit well. */
const SMALL_PART = 8 * 1024 ** 2;

export interface Workbook {
  /** Names, in the order of their tabs; hidden ones only where there is no other. */
  sheets: string[];
  /** Rows with a value. Starts anew each time. Throws TableError, also for a sheet that is not there. */
  rows(sheet: string): AsyncGenerator<TableRow[]>;
}

/** `Target` of a relationship, from the part in `folder`. */
function pathOf(target: string, folder: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = folder.split('/').filter(Boolean);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

export async function openWorkbook(
  source: TableSource,
  entries: readonly ZipEntry[],
  limits: TableLimits = TABLE_LIMITS,
): Promise<Workbook> {
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  if ([...byName.keys()].some((name) => name.endsWith('workbook.bin')))
    throw new TableError('not-a-table', 'This is a binary workbook (.xlsb): save it as XLSX or CSV and send it again');
  let held = 0;
  const bytes = (name: string, most: number) => {
    const entry = byName.get(name.toLowerCase());
    return entry && zipEntry(source, entry, most, limits);
  };
  const small = async (name: string): Promise<string | undefined> => {
    held += byName.get(name.toLowerCase())?.size ?? 0;
    const part = bytes(name, Math.min(SMALL_PART, limits.workbookBytes));
    return part && wholeXml(part);
  };
  const relations = async (part: string) => {
    const [folder = '', file = ''] = [part.slice(0, part.lastIndexOf('/') + 1), part.slice(part.lastIndexOf('/') + 1)];
    const xml = (await small(`${folder}_rels/${file}.rels`)) ?? '';
    return [...xmlTags(xml)]
      .filter(({ name, attributes }) => name === 'Relationship' && attributes.TargetMode !== 'External')
      .map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
        id: Id,
        kind: Type.slice(Type.lastIndexOf('/') + 1),
        path: pathOf(Target, folder),
      }));
  };

  const main = (await relations('')).find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const workbook = await small(main);
  if (workbook === undefined)
    throw new TableError('not-a-table', 'This is a document of an office program, but no workbook');
  const parts = await relations(main);
  const path = (kind: string) => parts.find((part) => part.kind === kind)?.path;
  const found: { name: string; path: string; hidden: boolean }[] = [];
  let since1904 = false;
  for (const { name, attributes } of xmlTags(workbook)) {
    if (name === 'workbookPr') since1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet') continue;
    const part = parts.find(({ id, kind }) => id === attributes.id && kind === 'worksheet');
    if (part)
      found.push({ name: attributes.name ?? '', path: part.path, hidden: /idden/.test(attributes.state ?? '') });
  }
  if (!found.length) throw new TableError('empty', 'The workbook has no sheet with a table');
  const visible = found.filter(({ hidden }) => !hidden);

  let loaded: Promise<{ formats: NumberFormat[]; texts: SharedTexts }> | undefined;
  const load = async () => {
    const styles = await small(path('styles') ?? 'xl/styles.xml');
    const texts = bytes(path('sharedStrings') ?? 'xl/sharedStrings.xml', limits.workbookBytes - held);
    return {
      formats: styles === undefined ? [] : cellFormats(styles),
      texts: texts ? await readTexts(await xmlPart(texts)) : new SharedTexts(),
    };
  };

  return {
    sheets: (visible.length ? visible : found).map(({ name }) => name),
    async *rows(name) {
      const sheet = found.find((one) => one.name === name);
      if (!sheet) throw new TableError('no-such-sheet', `The workbook has no sheet “${name}”`);
      const merged = bytes(sheet.path, limits.unpackedBytes);
      const xml = bytes(sheet.path, limits.unpackedBytes);
      if (!merged || !xml) throw broken();
      loaded ??= load();
      const { formats, texts } = await loaded;
      const fill = fillDown(await mergedCells(merged));
      const { prefix, text } = await xmlPart(xml);
      const rows = new SheetRows({ prefix, texts, formats, since1904, limits });
      for await (const part of text) {
        const batch = rows.push(part);
        for (const row of batch) fill(row);
        if (batch.length) yield batch;
      }
      rows.finish();
    },
  };
}
