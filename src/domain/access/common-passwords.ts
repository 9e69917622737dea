import lists from './common-passwords.json'

/**
 * Checks whether a password is among those that attackers try first: a common word, season or greeting with a few
 * digits or signs around it (Welcome2026, p@ssw0rd1), a keyboard walk (1qaz2wsx, or Chinese words on a zhuyin keyboard
 * such as su3cl3), or another password that was often found in leaks.
 * Each word covers thousands of known passwords, because people add digits and signs to words in the same ways.
 */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase()
  return leakedPasswords.has(lower) || isDecoratedWord(lower) || isKeyboardWalk(lower)
}

/** The maximum number of characters around a common word for a password to count as common. */
const maxDecoration = 6

// Digits and signs at the start can be decoration, as in 123welcome, or stand for letters, as in 4ccess, so both
// readings are tried.
const isDecoratedWord = (password: string): boolean =>
  [password.replace(/^[^a-z]+|[^a-z]+$/g, ''), password.replace(/[^a-z]+$/, '')]
    .filter((core) => password.length - core.length <= maxDecoration)
    .some((core) => spellings(core).some((word) => commonWords.has(word)))

/**
 * Returns a word unchanged, without the signs in it (happy-new-year), and with digits and signs replaced by the letters
 * that they resemble.
 * The signs 1 and ! resemble both i and l.
 */
const spellings = (core: string): readonly string[] => [
  core,
  core.replace(/[^a-z0-9]/g, ''),
  withLetters(core, 'i'),
  withLetters(core, 'l'),
]

const withLetters = (core: string, letterForOne: 'i' | 'l'): string =>
  core.replace(/[013457@$!]/g, (sign) => ({ ...lookAlikes, '1': letterForOne, '!': letterForOne })[sign] ?? sign)

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

/**
 * Checks whether a password consists of sequences of four or more neighbouring keys.
 * Up to two other characters may follow.
 */
const isKeyboardWalk = (password: string): boolean => {
  if (password.length <= 2) return true
  for (let length = password.length; length >= 4; length--) {
    const piece = password.slice(0, length)
    if (keyboardWalks.some((walk) => walk.includes(piece)) && isKeyboardWalk(password.slice(length))) return true
  }
  return false
}

const walksForward = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!qaz@wsx#edc$rfv%tgb^yhn&ujm',
  'qazwsxedcrfvtgbyhnujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2s3d4f5g6h7j8k9l',
  'a1s2d3f4g5h6j7k8l9',
  '1z2x3c4v5b6n7m',
  'z1x2c3v4b5n6m7',
  '12qwaszx12qwaszx',
  '12qw34er56ty78ui',
  '11qq22ww33ee44rr',
  'qweasdzxcrfv',
] as const
const keyboardWalks: readonly string[] = walksForward.flatMap((walk) => [walk, [...walk].reverse().join('')])

const wordsOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

const commonWords = wordsOf(lists.words)

// The password of the demo accounts, and frequent passwords from published leaks that break no other rule.
const leakedPasswords = wordsOf(lists.leaked)
