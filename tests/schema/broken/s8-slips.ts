import { readFileSync } from 'node:fs'
import { type Cases, validFiles } from './changed-files'

const withSlip = validFiles.set(
  'slips/FoldedMailer',
  JSON.parse(readFileSync('schemas/slips/FoldedMailer.json', 'utf8')),
)

const place = { x: 12, y: 38, width: 60, height: 8 }
const text = { block: 'text', ...place, text: '{PayerName}　台啟', size: 9 }

/** The template with only these blocks. */
const withBlocks = (...blocks: readonly unknown[]) => withSlip.set('slips/FoldedMailer.blocks', blocks)

export const slipChecks = {
  S801: {
    silent: withBlocks(text),
    'misspelled block': withBlocks({ ...text, block: 'txt' }).gives(`
      S801 slips/FoldedMailer: blocks[0].block is 'txt', which is not a kind of block.
        Did you mean 'text'?`),
  },
  S802: {
    silent: withBlocks(
      { block: 'area', ...place, fill: 'tint' },
      { ...text, when: 'VACAccount' },
      { ...text, unless: 'VACAccount' },
      { ...text, x: 72 },
    ),
    'two texts in one place': withBlocks(text, { ...text, x: 71, y: 31 }).gives(`
      S802 slips/FoldedMailer: blocks[1] cannot cover blocks[0].
        Move one of them or make it smaller. Two blocks may overlap if one is printed "when" the slip has a text, and the other "unless" it has the same text.`),
    'two texts printed on the same condition': withBlocks(
      { ...text, when: 'VACAccount' },
      { ...text, when: 'VACAccount' },
    ).gives(`
      S802 slips/FoldedMailer: blocks[1] cannot cover blocks[0].
        Move one of them or make it smaller. Two blocks may overlap if one is printed "when" the slip has a text, and the other "unless" it has the same text.`),
  },
  S803: {
    silent: withBlocks({ ...text, text: '{BillNo}[　{PayerId}]', when: 'PayerId' }),
    'misspelled text': withBlocks({ ...text, text: '{PayerNam}' }).gives(`
      S803 slips/FoldedMailer: blocks[0].text refers to 'PayerNam', which is not a text of slips.
        Did you mean 'PayerName'?`),
    'condition on no text': withBlocks({ ...text, when: 'VACAcount' }).gives(`
      S803 slips/FoldedMailer: blocks[0].when refers to 'VACAcount', which is not a text of slips.
        Did you mean 'VACAccount'?`),
    'brace without its counterpart': withBlocks({ ...text, text: '{PayerName' }).gives(`
      S803 slips/FoldedMailer: blocks[0].text has an unmatched '{'.
        A placeholder is a field name in braces, such as {FeeCode}.`),
    'fact with a misspelled text': withBlocks({
      block: 'facts',
      ...place,
      labelWidth: 20,
      rowHeight: 6,
      rows: [{ label: '繳款人', text: '{Payer}', unless: 'Paid' }],
    }).gives(`
      S803 slips/FoldedMailer: blocks[0].rows[0].text refers to 'Payer', which is not a text of slips.
        Did you mean 'PayerId'?
      S803 slips/FoldedMailer: blocks[0].rows[0].unless refers to 'Paid', which is not a text of slips.
        src/domain/bills/slip-texts.ts lists the texts of slips.`),
  },
  S804: {
    silent: withBlocks({ ...text, width: 23 }),
    'text wider than its box': withBlocks({ ...text, width: 18 }).gives(`
      S804 slips/FoldedMailer: blocks[0].text cannot hold '王大明　台啟' in 18 mm: it needs 19 mm.
        Make the box larger, or the text smaller or shorter.`),
    'text higher than its box': withBlocks({ ...text, height: 3 }).gives(`
      S804 slips/FoldedMailer: blocks[0].text cannot hold a text of 9 points in a height of 3 mm: it needs 3.2 mm.
        Make the box larger, or the text smaller or shorter.`),
    'wrapped text with too many lines': withBlocks({ ...text, width: 10, wrap: true }).gives(`
      S804 slips/FoldedMailer: blocks[0].text cannot hold 2 lines in 8 mm.
        Make the box larger, or the text smaller or shorter.`),
    'more facts than rows': withBlocks({
      block: 'facts',
      ...place,
      labelWidth: 20,
      rowHeight: 6,
      rows: [
        { label: '繳款人', text: '{PayerName}' },
        { label: '一個太長的標題文字', text: '{PayerId}' },
      ],
    }).gives(`
      S804 slips/FoldedMailer: blocks[0].rows cannot hold 2 rows in 8 mm.
        Make the box larger, or the text smaller or shorter.
      S804 slips/FoldedMailer: blocks[0].rows[1].label cannot hold '一個太長的標題文字' in 17 mm: it needs 23.8 mm.
        Make the box larger, or the text smaller or shorter.`),
    'items without room': withBlocks({
      block: 'items',
      ...place,
      name: '項目',
      amount: '金額',
      total: '合計',
      rows: 6,
    }).gives(`
      S804 slips/FoldedMailer: blocks[0].rows cannot hold 6 items in 8 mm: an item needs 3.4 mm.
        Make the box larger, or the text smaller or shorter.`),
    'heading of notes': withBlocks({
      block: 'notes',
      ...place,
      width: 10,
      columns: [{ title: '注意事項說明', text: '{Notices}' }],
    }).gives(`
      S804 slips/FoldedMailer: blocks[0].columns[0].title cannot hold '注意事項說明' in 10 mm: it needs 16.9 mm.
        Make the box larger, or the text smaller or shorter.`),
    'barcodes too wide': withBlocks({
      block: 'barcodes',
      ...place,
      y: 10,
      height: 30,
      text: '{MarketBarcodes}',
      bar: 0.3,
    }).gives(`
      S804 slips/FoldedMailer: blocks[0].text cannot hold its barcodes in 60 mm: they need 92.1 mm.
        Make the box larger, or the text smaller or shorter.`),
    'barcodes too low': withBlocks({
      block: 'barcodes',
      ...place,
      width: 100,
      text: '{MarketBarcodes}',
      bar: 0.3,
    }).gives(`
      S804 slips/FoldedMailer: blocks[0].text cannot hold 3 barcodes in 8 mm: they need 30 mm.
        Make the box larger, or the text smaller or shorter.`),
    'QR code too small': withBlocks({ block: 'qrCode', ...place, text: '{TWQRPayload}' }).gives(`
      S804 slips/FoldedMailer: blocks[0].text cannot hold its code in 8 mm: it needs 20 mm.
        Make the box larger, or the text smaller or shorter.`),
  },
  S805: {
    silent: withBlocks({ ...text, y: 190 }, { ...text, y: 95 }, { ...text, x: 25, y: 55 }),
    'block beyond the paper': withBlocks({ ...text, x: 180 }, { ...text, y: 290 }).gives(`
      S805 slips/FoldedMailer: blocks[0] cannot reach beyond the paper of 210 × 297 mm.
        Move it, or make it smaller.
      S805 slips/FoldedMailer: blocks[1] cannot reach beyond the paper of 210 × 297 mm.
        Move it, or make it smaller.`),
    'block across a tear line': withBlocks({ ...text, y: 194 }).gives(`
      S805 slips/FoldedMailer: blocks[0] cannot lie across the tear line at 198 mm.
        Move it, or make it smaller.`),
    'code across a fold line': withBlocks({
      block: 'qrCode',
      x: 12,
      y: 90,
      width: 24,
      height: 24,
      text: '{TWQRPayload}',
    }).gives(`
      S805 slips/FoldedMailer: blocks[0] cannot lie across the fold line at 99 mm, because scanners cannot read it.
        Move it, or make it smaller.`),
    'block at the edge of the window': withBlocks({ ...text, y: 46 }).gives(`
      S805 slips/FoldedMailer: blocks[0] cannot lie partly in the window of the envelope.
        Move it, or make it smaller.`),
  },
  S806: {
    silent: withSlip.set('slips/A4Standard', { ...(withSlip.content['slips/FoldedMailer'] as object) }),
    'misspelled file name': validFiles
      .set('slips/A4Standart', { ...(withSlip.content['slips/FoldedMailer'] as object) })
      .gives(`
      S806 slips/A4Standart at the top: the file name 'A4Standart' is not a code of the enum BillTemplate.
        Did you mean 'A4Standard'?`),
  },
} satisfies Cases
