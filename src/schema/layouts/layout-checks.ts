import { didYouMean, placeOf } from '../checks/check-messages'
import { cannotFinding, findingAt, mustBeFinding, mustHaveFinding } from '../checks/findings'
import type { Finding, Path, ProblemId } from '../language/shapes/shape'
import { hasLinesWithoutSerial, type Layout, type LayoutField, type LayoutRequirements } from './layout'
import { layoutFieldTypeRules } from './layout-shape'

/** Returns the mistakes in a layout whose shape is valid. */
export const layoutFindings = (
  layout: Layout,
  { fields, headerFields, written }: LayoutRequirements = { fields: [], headerFields: [] },
): readonly Finding[] => {
  const lines = linesOf(layout)
  return [
    ...lines.flatMap((line) => [
      ...coverageFindings(line, layout.length),
      ...enclosedFieldFindings(line),
      ...valueFindings(line),
      ...codeFindings(line),
      ...totalFindings(line, lines),
    ]),
    ...recognitionFindings(lines),
    ...detailFindings(layout, fields),
    ...headerFindings(layout, headerFields),
    ...(written ? sourceFindings(layout, lines, written) : []),
  ]
}

interface Line {
  readonly section: 'header' | 'details' | 'trailer'
  readonly path: Path
  readonly fields: readonly NamedField[]
}

interface NamedField {
  readonly name: string
  readonly path: Path
  readonly field: LayoutField
}

const linesOf = ({ header, details, trailer }: Layout): readonly Line[] => [
  ...(header ? [lineAt('header', ['header'], header.fields)] : []),
  ...Object.entries(details).map(([kind, { fields }]) => lineAt('details', ['details', kind], fields)),
  ...(trailer ? [lineAt('trailer', ['trailer'], trailer.fields)] : []),
]

const lineAt = (section: Line['section'], path: Path, fields: Layout['details'][string]['fields']): Line => ({
  section,
  path,
  fields: Object.entries(fields).map(([name, field]) => ({ name, path: [...path, 'fields', name], field })),
})

const endOf = ({ offset, length }: LayoutField): number => offset + length - 1

/**
 * Returns a finding for each field that overlaps another one or ends beyond the line, and for bytes that belong to no
 * field.
 * Ignores fields with `within`, because they are parts of other fields.
 */
const coverageFindings = ({ path, fields }: Line, length: number): readonly Finding[] => {
  const sorted = fields
    .filter(({ field }) => field.within === undefined)
    .toSorted((a, b) => a.field.offset - b.field.offset)
  const findings: Finding[] = []
  // The last byte that earlier fields cover, and the field that ends there.
  let end = 0
  let lastField = ''
  for (const { name, path: fieldPath, field } of sorted) {
    if (field.offset > end + 1) findings.push(gapFinding(path, end + 1, field.offset - 1))
    if (field.offset <= end)
      findings.push(
        cannotFinding('S902', fieldPath, `begin at byte ${field.offset}: '${lastField}' ends at byte ${end}`),
      )
    if (endOf(field) > length)
      findings.push(cannotFinding('S904', fieldPath, `end at byte ${endOf(field)} of a line of ${length} bytes`))
    if (endOf(field) > end) [end, lastField] = [endOf(field), name]
  }
  return end < length ? [...findings, gapFinding(path, end + 1, length)] : findings
}

const gapFinding = (path: Path, from: number, to: number): Finding =>
  cannotFinding(
    'S903',
    [...path, 'fields'],
    `leave ${from === to ? `byte ${from}` : `bytes ${from} to ${to}`} without a field`,
  )

/**
 * Returns a finding for each field whose `within` names no suitable field of the line, and for each field outside the
 * field that its `within` names.
 */
const enclosedFieldFindings = ({ path: linePath, fields }: Line): readonly Finding[] =>
  fields.flatMap(({ path, field }) => {
    if (field.within === undefined) return []
    const enclosing = fields.find(({ name }) => name === field.within)
    const at = [...path, 'within']
    if (!enclosing) return [missingFieldFinding('S905', at, field.within, { path: linePath, fields })]
    if (enclosing.field.within !== undefined)
      return [findingAt('S905', at, `${placeOf(at)} refers to '${field.within}', which is a part itself.`)]
    const isInside = field.offset >= enclosing.field.offset && endOf(field) <= endOf(enclosing.field)
    return isInside
      ? []
      : [
          cannotFinding(
            'S905',
            path,
            `lie outside '${field.within}', bytes ${enclosing.field.offset} to ${endOf(enclosing.field)}`,
          ),
        ]
  })

const missingFieldFinding = (
  id: ProblemId,
  at: Path,
  name: string,
  { path, fields }: Pick<Line, 'path' | 'fields'>,
): Finding => {
  const names = fields.map((other) => other.name)
  return findingAt(
    id,
    at,
    `${placeOf(at)} refers to '${name}', which is not a field of ${placeOf(path)}.`,
    didYouMean(name, names),
  )
}

// JavaScript computes exactly with numbers of up to 15 digits.
const maxDigits = 15

/** Returns a finding for each field whose length does not suit its type or its value. */
const valueFindings = ({ fields }: Line): readonly Finding[] =>
  fields.flatMap(({ path, field: { type, length, value, decimals = 0 } }) => {
    const at = [...path, 'length']
    const { lengths } = layoutFieldTypeRules[type]
    if (lengths && !lengths.includes(length))
      return [mustBeFinding('S906', at, `${lengths.join(' or ')} for the type '${type}'`)]
    const digits = length - decimals
    if (type === 'number' && (digits < 1 || digits > maxDigits))
      return [
        mustBeFinding(
          'S906',
          at,
          `from ${1 + decimals} to ${maxDigits + decimals} for a number${decimals > 0 ? ` with ${decimals} decimals` : ''}`,
        ),
      ]
    if (value === undefined) return []
    const expected = type === 'digits' ? `${length} digits` : `at most ${length} ASCII characters`
    // ASCII from ! to ~ is printable; blanks are allowed only between other characters, because a field is padded with
    // blanks.
    const isValid =
      type === 'digits'
        ? /^\d+$/.test(value) && value.length === length
        : /^[!-~]([ -~]*[!-~])?$/.test(value) && value.length <= length
    return isValid ? [] : [mustBeFinding('S906', [...path, 'value'], expected)]
  })

/** Returns a finding for each code that is too long for its field, and for a success that is not one of the codes. */
const codeFindings = ({ fields }: Line): readonly Finding[] =>
  fields.flatMap(({ path, field: { length, codes = {}, success } }) => [
    ...Object.keys(codes)
      .filter((code) => code.length > length)
      .map((code) => mustBeFinding('S912', [...path, 'codes', code], `at most ${length} characters`)),
    ...(success !== undefined && !Object.hasOwn(codes, success)
      ? [mustBeFinding('S912', [...path, 'success'], "one of 'codes'", didYouMean(success, Object.keys(codes)))]
      : []),
  ])

/** Returns a finding for each total outside the trailer, and for each sum or sign that names no suitable field. */
const totalFindings = (line: Line, lines: readonly Line[]): readonly Finding[] =>
  line.fields.flatMap(({ path, field: { sum, count, sign } }) => [
    ...(line.section !== 'trailer' && (sum ?? count) !== undefined
      ? [cannotFinding('S907', path, 'have a total: only trailers have totals')]
      : []),
    ...(sum !== undefined && count ? [cannotFinding('S907', path, "have both 'count' and 'sum'")] : []),
    ...lines.flatMap((other) =>
      other.section === 'details' ? typeFindings(other, 'number', sum, [...path, 'sum']) : [],
    ),
    ...typeFindings(line, 'sign', sign, [...path, 'sign']),
  ])

/** Returns a finding if the line does not have the named field, or if the field has a different type. */
const typeFindings = (
  { path, fields }: Line,
  type: LayoutField['type'],
  name: string | undefined,
  at: Path,
): readonly Finding[] => {
  const named = fields.find((other) => other.name === name)
  if (name === undefined || named?.field.type === type) return []
  if (named)
    return [
      findingAt(
        'S907',
        at,
        `${placeOf(at)} refers to '${name}', which is not of the type '${type}' in ${placeOf(path)}.`,
      ),
    ]
  return [missingFieldFinding('S907', at, name, { path, fields: fields.filter(({ field }) => field.type === type) })]
}

/**
 * Returns a finding for each kind of line that is never recognized, because every line of that kind has the fixed
 * values of an earlier kind.
 */
const recognitionFindings = (lines: readonly Line[]): readonly Finding[] => {
  // The header is recognized by its position.
  const candidates = lines.filter(({ section }) => section !== 'header')
  return candidates.flatMap(({ path, fields }, index) => {
    const values = fixedValues(fields)
    const earlier = candidates
      .slice(0, index)
      .find((other) => fixedValues(other.fields).every((value) => values.includes(value)))
    return earlier ? [cannotFinding('S908', path, `be told apart from ${placeOf(earlier.path)}`)] : []
  })
}

const fixedValues = (fields: readonly NamedField[]): readonly string[] =>
  fields.flatMap(({ field: { offset, length, value } }) =>
    value === undefined ? [] : [`${offset} ${value.padEnd(length)}`],
  )

/**
 * Returns a finding for each field that the header of a layout lacks.
 * A file whose lines have no serial is recognized by its header when it is sent again with other content.
 */
const headerFindings = (layout: Layout, required: readonly string[]): readonly Finding[] => {
  if (required.length === 0 || !hasLinesWithoutSerial(layout)) return []
  if (!layout.header) return [mustHaveFinding('S910', [], 'header')]
  const { fields } = layout.header
  return required.flatMap((name) => (fields[name] ? [] : [mustHaveFinding('S910', ['header', 'fields'], name)]))
}

/**
 * Returns a finding for each field of a written layout that would have no value: the portal does not supply it, and it
 * has no fixed one.
 * A trailer gets its totals and the values of the header.
 */
const sourceFindings = (
  layout: Layout,
  lines: readonly Line[],
  { header, details }: NonNullable<LayoutRequirements['written']>,
): readonly Finding[] => {
  const supplied = { header, details, trailer: Object.keys(layout.header?.fields ?? {}) }
  const withoutValue = lines.flatMap(({ section, fields }) =>
    fields.flatMap(({ name, path, field: { type, value, within, optional, sum, count } }) => {
      const hasValue = type === 'filler' || within !== undefined || optional || (value ?? sum ?? count) !== undefined
      return hasValue || supplied[section].includes(name)
        ? []
        : [
            findingAt(
              'S913',
              path,
              `${placeOf(path)} has no value: the portal does not supply '${name}'.`,
              didYouMean(name, supplied[section]),
            ),
          ]
    }),
  )
  return layout.written ? withoutValue : [mustHaveFinding('S913', [], '"written": true'), ...withoutValue]
}

/**
 * Returns a finding if the layout has no detail line, and for each required field that a detail line lacks or that is
 * optional.
 */
const detailFindings = ({ details }: Layout, required: readonly string[]): readonly Finding[] => {
  if (Object.keys(details).length === 0)
    return [mustBeFinding('S910', ['details'], 'an object with at least one kind of line')]
  return Object.entries(details).flatMap(([kind, { fields }]) =>
    required.flatMap((name) => {
      const path = ['details', kind, 'fields']
      if (!fields[name]) return [mustHaveFinding('S910', path, name)]
      return fields[name].optional
        ? [cannotFinding('S911', [...path, name], 'be optional: the portal processes it')]
        : []
    }),
  )
}
