import { code39Modules } from '../../domain/barcodes/code39'
import { slipTexts } from '../../domain/bills/slip-texts'
import { bracesHint, didYouMean, placeOf, unmatchedBraceIn } from '../checks/check-messages'
import { cannotFinding, findingAt } from '../checks/findings'
import type { Finding, Path } from '../language/shapes/shape'
import { interpolate, placeholdersIn, unmatchedBrace } from '../text/interpolate'
import type { PaperRectangle, SlipBlock, SlipTemplate } from './template'

/** Returns the mistakes in a template whose shape is valid. */
export const slipFindings = (template: SlipTemplate): readonly Finding[] => [
  ...template.blocks.flatMap((block, index) => {
    const path = ['blocks', index]
    return [...nameFindings(block, path), ...sizeFindings(block, path), ...positionFindings(template, block, path)]
  }),
  ...overlapFindings(template.blocks),
]

const textNames = Object.keys(slipTexts)
const samples = Object.fromEntries(Object.entries(slipTexts).map(([name, { sample }]) => [name, sample]))

/** Returns a finding for each placeholder or condition that names no text of slips, and for each unmatched brace. */
const nameFindings = (block: SlipBlock, path: Path): readonly Finding[] => [
  ...textsOf(block).flatMap(({ text, at }) => {
    const textPath = [...path, ...at]
    const brace = unmatchedBrace(text)
    if (brace) return [findingAt('S803', textPath, unmatchedBraceIn(placeOf(textPath), brace), bracesHint)]
    return placeholdersIn(text).flatMap((name) => missingTextFindings(name, textPath))
  }),
  ...conditionsOf(block).flatMap(({ name, at }) => missingTextFindings(name, [...path, ...at])),
]

const missingTextFindings = (name: string, path: Path): readonly Finding[] =>
  textNames.includes(name)
    ? []
    : [
        findingAt(
          'S803',
          path,
          `${placeOf(path)} refers to '${name}', which is not a text of slips.`,
          didYouMean(name, textNames),
        ),
      ]

/** A text of a block, and its path relative to the block. */
interface TextAt {
  readonly text: string
  readonly at: Path
}

const textsOf = (block: SlipBlock): readonly TextAt[] => {
  if (block.block === 'facts') return block.rows.map(({ text }, index) => ({ text, at: ['rows', index, 'text'] }))
  if (block.block === 'notes')
    return [
      ...(block.lead ? [{ text: block.lead, at: ['lead'] }] : []),
      ...block.columns.map(({ text }, index) => ({ text, at: ['columns', index, 'text'] })),
    ]
  return 'text' in block ? [{ text: block.text, at: ['text'] }] : []
}

const conditionsOf = (block: SlipBlock): readonly ConditionAt[] => {
  const rows = block.block === 'facts' ? block.rows : []
  return [...conditionsAt(block, []), ...rows.flatMap((row, index) => conditionsAt(row, ['rows', index]))]
}

/** The name of the text in a condition, and the path of the condition relative to the block. */
interface ConditionAt {
  readonly name: string
  readonly at: Path
}

const conditionsAt = (conditions: Conditions, path: Path): readonly ConditionAt[] =>
  (['when', 'unless'] as const).flatMap((key) => {
    const name = conditions[key]
    return name === undefined ? [] : [{ name, at: [...path, key] }]
  })

// A typographic point in mm.
const point = 25.4 / 72

/**
 * Returns an upper estimate of the width of a text in mm.
 * Chinese characters are as wide as their size; all others are at most 0.6 times as wide.
 */
const widthOf = (text: string, size: number): number => {
  const ems = Array.from(text, (character) => ((character.codePointAt(0) ?? 0) >= 0x2e80 ? 1 : 0.6))
  return ems.reduce((sum, em) => sum + em, 0) * size * point
}

const lineHeight = (size: number): number => size * point

/** Text sizes, in points, that the template cannot set. */
const fixedSizes = { label: 7.5, value: 9, heading: 8, note: 8 } as const

/** Returns the findings for a block that is too small for its text or code. Typical values replace the placeholders. */
const sizeFindings = (block: SlipBlock, path: Path): readonly Finding[] => {
  const tooLongFindings = (
    at: Path,
    text: string,
    box: { readonly width: number; readonly height: number },
    size: number,
  ): readonly Finding[] => {
    const sample = interpolate(text, samples)
    const width = Math.max(...sample.split('\n').map((line) => widthOf(line, size)))
    if (width > box.width)
      return [
        doesNotFitFinding([...path, ...at], `hold '${shorten(sample)}' in ${mm(box.width)}: it needs ${mm(width)}`),
      ]
    if (lineHeight(size) > box.height)
      return [
        doesNotFitFinding(
          [...path, ...at],
          `hold a text of ${size} points in a height of ${mm(box.height)}: it needs ${mm(lineHeight(size))}`,
        ),
      ]
    return []
  }
  if (block.block === 'text') {
    if (!block.wrap) return tooLongFindings(['text'], block.text, block, block.size)
    const lines = Math.ceil(widthOf(interpolate(block.text, samples), block.size) / block.width)
    // Wrapped lines are up to 1.3 times as high as the text.
    return lines * lineHeight(block.size) * 1.3 <= block.height
      ? []
      : [doesNotFitFinding([...path, 'text'], `hold ${lines} lines in ${mm(block.height)}`)]
  }
  if (block.block === 'facts') {
    const { columns = 1, labelWidth, rowHeight: height } = block
    // The cells have a padding of about 3 mm (`drawLabelledValues` in src/server/node/pdf/labelled-values.ts).
    const width = block.width / columns - labelWidth - 3
    // Of the rows that are never printed together, only the first one needs space.
    const lines = Math.ceil(
      block.rows.filter((row, index) => !block.rows.slice(0, index).some((other) => areExclusive(row, other))).length /
        columns,
    )
    return [
      ...block.rows.flatMap((row, index) => [
        ...tooLongFindings(['rows', index, 'label'], row.label, { width: labelWidth - 3, height }, fixedSizes.label),
        ...tooLongFindings(['rows', index, 'text'], row.text, { width, height }, fixedSizes.value),
      ]),
      ...(lines * height > block.height + tolerance
        ? [doesNotFitFinding([...path, 'rows'], `hold ${lines} rows in ${mm(block.height)}`)]
        : []),
    ]
  }
  if (block.block === 'items') {
    // The heading and the total need a row each.
    const height = block.height / (block.rows + 2)
    return height >= minItemHeight
      ? []
      : [
          doesNotFitFinding(
            [...path, 'rows'],
            `hold ${block.rows} items in ${mm(block.height)}: an item needs ${mm(minItemHeight)}`,
          ),
        ]
  }
  if (block.block === 'notes')
    return block.columns.flatMap(({ title }, index) =>
      tooLongFindings(
        ['columns', index, 'title'],
        title,
        { width: block.width / block.columns.length, height: block.height },
        fixedSizes.heading,
      ),
    )
  if (block.block === 'barcodes') {
    const texts = interpolate(block.text, samples).split('\n')
    // The quiet zones on both sides have 10 narrow bars each.
    const width = Math.max(...texts.map((text) => code39Modules(text).length + 20)) * block.bar
    if (width > block.width)
      return [doesNotFitFinding([...path, 'text'], `hold its barcodes in ${mm(block.width)}: they need ${mm(width)}`)]
    const height = texts.length * minBarcodeHeight
    return height <= block.height
      ? []
      : [
          doesNotFitFinding(
            [...path, 'text'],
            `hold ${texts.length} barcodes in ${mm(block.height)}: they need ${mm(height)}`,
          ),
        ]
  }
  const side = Math.min(block.width, block.height)
  return block.block === 'qrCode' && side < minQrSide
    ? [doesNotFitFinding([...path, 'text'], `hold its code in ${mm(side)}: it needs ${mm(minQrSide)}`)]
    : []
}

// Minimum sizes on paper in mm: of a barcode for the scanners of stores, of a QR code of 57 modules with its quiet
// zone, and of an item.
const minBarcodeHeight = 10
const minQrSide = 20
const minItemHeight = 3.4

const doesNotFitFinding = (path: Path, reason: string): Finding => cannotFinding('S804', path, reason)

const mm = (length: number): string => `${Math.round(length * 10) / 10} mm`

const shorten = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)

// Positions are decimal fractions, which computers add inexactly.
const tolerance = 0.01

const isCode = ({ block }: SlipBlock): boolean => block === 'barcodes' || block === 'qrCode'

/**
 * Returns a finding if a block reaches beyond the paper, lies across a tear line, or is only partly in the window, and
 * if a code lies across a fold line.
 */
const positionFindings = (
  { paper, tearLines = [], foldLines = [], window }: SlipTemplate,
  block: SlipBlock,
  path: Path,
): readonly Finding[] => {
  const crosses = (y: number): boolean => block.y + tolerance < y && y < block.y + block.height - tolerance
  const isOutside = block.x + block.width > paper.width + tolerance || block.y + block.height > paper.height + tolerance
  const reasons = [
    ...(isOutside ? [`reach beyond the paper of ${paper.width} × ${paper.height} mm`] : []),
    ...tearLines.filter(({ y }) => crosses(y)).map(({ y }) => `lie across the tear line at ${mm(y)}`),
    ...(isCode(block)
      ? foldLines.filter(crosses).map((y) => `lie across the fold line at ${mm(y)}, because scanners cannot read it`)
      : []),
    ...(window && areOverlapping(block, window) && !isInside(block, window)
      ? ['lie partly in the window of the envelope']
      : []),
  ]
  return reasons.map((reason) => cannotFinding('S805', path, reason))
}

const areOverlapping = (a: PaperRectangle, b: PaperRectangle): boolean =>
  a.x + tolerance < b.x + b.width &&
  b.x + tolerance < a.x + a.width &&
  a.y + tolerance < b.y + b.height &&
  b.y + tolerance < a.y + a.height

const isInside = (inner: PaperRectangle, outer: PaperRectangle): boolean =>
  inner.x >= outer.x - tolerance &&
  inner.y >= outer.y - tolerance &&
  inner.x + inner.width <= outer.x + outer.width + tolerance &&
  inner.y + inner.height <= outer.y + outer.height + tolerance

/**
 * Returns a finding for each block that covers another one.
 * Areas may overlap other blocks, because they are a background.
 * Blocks that are never printed together may overlap, too.
 */
const overlapFindings = (blocks: readonly SlipBlock[]): readonly Finding[] =>
  blocks.flatMap((block, index) => {
    if (block.block === 'area') return []
    const coveredIndex = blocks
      .slice(0, index)
      .findIndex((other) => other.block !== 'area' && areOverlapping(block, other) && !areExclusive(block, other))
    return coveredIndex < 0 ? [] : [cannotFinding('S802', ['blocks', index], `cover blocks[${coveredIndex}]`)]
  })

type Conditions = Pick<SlipBlock, 'when' | 'unless'>

// One is printed if the slip has a text, the other if the slip does not have it.
const areExclusive = (a: Conditions, b: Conditions): boolean =>
  (a.when !== undefined && a.when === b.unless) || (b.when !== undefined && b.when === a.unless)
