import type { Settings } from '../../ports'
import { macOf } from '../keys'
import { type RandomFloat, randomFrom, shuffle } from './random'

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const
const length = 5

/** Returns the question of a captcha, for people who cannot see its picture, and its answer of five digits. The same ticket gives the same question. */
export const captchaQuestion = async (
  { settings }: { readonly settings: Pick<Settings, 'secret'> },
  ticket: string,
): Promise<{ question: string; answer: string }> => {
  const random = randomFrom(await macOf(settings.secret, 'captcha question', ticket))
  const answer = Array.from({ length }, () => Math.floor(random(10)))
  const parts = answer.map((digit) => phrase(digit, random))
  return { question: `請依序輸入 ${length} 個數字：${parts.map((part, i) => `第${digits[i + 1]}個是${part}`).join('；')}。`, answer: answer.join('') }
}

const word = (digit: number): string => digits[digit] ?? ''

/** Returns a digit in a random wording that can express it, so that a program needs many patterns to read the question. */
const phrase = (digit: number, random: RandomFloat): string => {
  for (const wording of shuffle(wordings, random)) {
    const text = wording(digit, random)
    if (text !== undefined) return text
  }
  return word(digit)
}

/** The wordings of a digit; each returns undefined for a digit that it cannot express. */
const wordings: readonly ((digit: number, random: RandomFloat) => string | undefined)[] = [
  word,
  (digit, random) => sum(digit, random, (a, b) => `${word(a)}加${word(b)}`),
  (digit, random) => sum(digit, random, (a, b) => `${word(a)}和${word(b)}的總和`),
  (digit, random) => sum(9 - digit, random, (a, b) => `九減${word(a)}再減${word(b)}`),
  (digit, random) => difference(digit, random, (larger, subtracted) => `${word(larger)}減${word(subtracted)}`),
  (digit, random) => difference(digit, random, (larger, subtracted) => `比${word(larger)}小${word(subtracted)}的數`),
  (digit, random) => difference(9 - digit, random, (larger, subtracted) => `比${word(9 - larger)}大${word(subtracted)}的數`),
  (digit) => (digit > 0 && digit < 9 ? `${word(digit - 1)}和${word(digit + 1)}中間的數` : undefined),
  (digit) => (digit > 0 ? `從一往上數的第${word(digit)}個數` : undefined),
  (digit) => (digit % 2 === 0 ? `${word(digit / 2)}的兩倍` : undefined),
  fact,
  fact,
  fact,
]

const sum = (digit: number, random: RandomFloat, wording: (a: number, b: number) => string): string => {
  const a = Math.floor(random(digit + 1))
  return wording(a, digit - a)
}

const difference = (digit: number, random: RandomFloat, wording: (larger: number, subtracted: number) => string): string | undefined => {
  if (digit === 9) return undefined
  const larger = digit + 1 + Math.floor(random(9 - digit))
  return wording(larger, larger - digit)
}

/** Well-known facts, by the number that they stand for. */
const facts: Readonly<Record<number, readonly string[]>> = {
  1: ['一個人的鼻子數', '獨輪車的輪子數'],
  2: ['一雙筷子的根數', '腳踏車的輪子數', '一個人的耳朵數'],
  3: ['三角形的邊數', '三輪車的輪子數'],
  4: ['正方形的角數', '一年的季節數', '一隻狗的腳數'],
  5: ['一隻手的手指數', '五角星的尖角數'],
  6: ['一顆骰子的面數', '半打雞蛋的顆數'],
  7: ['一星期的天數', '彩虹的顏色數'],
  8: ['一隻章魚的腳數', '一隻蜘蛛的腳數'],
}

function fact(digit: number, random: RandomFloat): string | undefined {
  const ofDigit = facts[digit]
  return ofDigit?.[Math.floor(random(ofDigit.length))]
}
