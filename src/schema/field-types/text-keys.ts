import { mustBe, placeOf } from '../phrases'
import type { Finding, Keys, Path, RawObject } from '../shape/shape'
import { atLeastOne, count, flag, listOf, text } from '../shape/shapes'

/** Bounds of a text. */
export const lengthKeys: Keys = {
  min: { shape: count, text: 'Fewest characters; 0 when absent, 1 when the field is required.' },
  max: { shape: atLeastOne, text: 'Most characters, counted as people count them.', required: true },
}

/** What a code can say beside its length. */
export const codeKeys: Keys = {
  pattern: {
    shape: text,
    text: 'Regular expression that the whole value must match; values are folded to half width first. It has to refuse any value of max characters, 50 at least, within 100 steps a character or 100000.',
  },
  patternText: { shape: text, text: 'What the pattern means, in zh-TW, as the end of a sentence: 請輸入英文字母或數字.' },
  examples: { shape: listOf(text, 1), text: 'Values that it takes, for templates and tests, where none can be made from its pattern.' },
  upperCase: { shape: flag, text: 'Letters are made capital.' },
  lengthOf: { shape: text, text: 'Exact length, held by a field of a referenced record: ApplyCode.TermNoLen. 0 = stays empty.' },
}

/** Mistakes in bounds and pattern. */
export const textSettings = (raw: RawObject, path: Path): Finding[] => [...boundsInOrder(raw, path), ...patternCompiles(raw, path)]

/** A finding where `min` is above `max`. */
export const boundsInOrder = ({ min, max }: RawObject, path: Path): Finding[] =>
  isAbove(min, max) ? [{ id: 'E110', path: [...path, 'min'], message: mustBe(placeOf([...path, 'min']), `at most max, which is ${max}`) }] : []

const isAbove = (min: unknown, max: unknown): boolean =>
  (typeof min === 'number' && typeof max === 'number' && min > max) || (isDate(min) && isDate(max) && min > max)

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-/.test(value)

const patternCompiles = ({ pattern }: RawObject, path: Path): Finding[] => {
  if (typeof pattern !== 'string') return []
  try {
    new RegExp(pattern, 'u')
    return []
  } catch (error) {
    const at = [...path, 'pattern']
    return [{ id: 'E111', path: at, message: mustBe(placeOf(at), 'a regular expression'), hint: error instanceof Error ? error.message : undefined }]
  }
}
