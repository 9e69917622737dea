import type { Settings } from '../../ports'
import { macOf } from '../keys'
import { type Random, randomFrom, shuffle } from './random'

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const
const length = 5

/** The question in words of a captcha, for people who cannot see its picture, with the answer: five digits, as many as the picture has letters. The same ticket gives the same question. */
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

/** A digit in one of many wordings, whichever fits it: a reader needs some understanding, a program more than one pattern. */
const phrase = (digit: number, random: Random): string => {
  for (const wording of shuffle(wordings, random)) {
    const said = wording(digit, random)
    if (said !== undefined) return said
  }
  return word(digit)
}

/** Each returns undefined for a digit that it cannot word. */
const wordings: readonly ((digit: number, random: Random) => string | undefined)[] = [
  word,
  (digit, random) => split(digit, random, (a, b) => `${word(a)}加${word(b)}`),
  (digit, random) => split(digit, random, (a, b) => `${word(a)}和${word(b)}的總和`),
  (digit, random) => split(9 - digit, random, (a, b) => `九減${word(a)}再減${word(b)}`),
  (digit, random) => above(digit, random, (more, by) => `${word(more)}減${word(by)}`),
  (digit, random) => above(digit, random, (more, by) => `比${word(more)}小${word(by)}的數`),
  (digit, random) => above(9 - digit, random, (more, by) => `比${word(9 - more)}大${word(by)}的數`),
  (digit) => (digit > 0 && digit < 9 ? `${word(digit - 1)}和${word(digit + 1)}中間的數` : undefined),
  (digit) => (digit > 0 ? `從一往上數的第${word(digit)}個數` : undefined),
  (digit) => (digit % 2 === 0 ? `${word(digit / 2)}的兩倍` : undefined),
  known,
  known,
  known,
]

const split = (digit: number, random: Random, say: (a: number, b: number) => string): string => {
  const a = Math.floor(random(digit + 1))
  return say(a, digit - a)
}

const above = (digit: number, random: Random, say: (more: number, by: number) => string): string | undefined => {
  if (digit === 9) return undefined
  const more = digit + 1 + Math.floor(random(9 - digit))
  return say(more, more - digit)
}

/** What everybody knows the number of. */
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

function known(digit: number, random: Random): string | undefined {
  const about = facts[digit]
  return about?.[Math.floor(random(about.length))]
}
