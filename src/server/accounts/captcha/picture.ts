import type { Ports } from '../../ports'
import { macOf } from '../../security/keys'
import { captchaLetters, glyphStrokes, type Point } from './captcha'

const width = 180
const height = 56

/**
 * Returns the picture of a captcha as SVG; the same ticket gives the same picture.
 * Letters are pen strokes, bent, split at random points and shuffled among noise lines and specks.
 * Each path is only a part of a letter and never repeats, so a program cannot recognize letters by a table of known
 * paths.
 */
export const captchaPicture = async (ports: Ports, ticket: string): Promise<string> => {
  const letters = await captchaLetters(ports, ticket)
  const random = randomFrom(await macOf(ports.settings.secret, 'captcha picture', ticket))
  const wave = { depth: 1.5 + random(2), length: 14 + random(10), phase: random(6.28) }
  const lines = [...letters].flatMap((letter, i) =>
    letterLines(letter, 12 + (i * (width - 24)) / letters.length, random, wave),
  )
  const paths = [...lines.flatMap((line) => splitPaths(line, random, letterPen)), ...noisePaths(random)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#eef2f6"/><g fill="none" stroke="#1d3557" stroke-linecap="round" stroke-linejoin="round">${shuffle(paths, random).join('')}</g></svg>`
}

type Line = readonly Point[]
type Wave = { readonly depth: number; readonly length: number; readonly phase: number }

/**
 * The minimum thickness of a stroke, and the largest random addition to it.
 * A noise line may be as thick as a thin letter.
 */
interface Pen {
  readonly thickness: number
  readonly variation: number
}
const letterPen: Pen = { thickness: 2.3, variation: 1.2 }
const noisePen: Pen = { thickness: 0.9, variation: 1.5 }

const letterLines = (letter: string, left: number, random: RandomFloat, wave: Wave): readonly Line[] => {
  const [scaleX, scaleY] = [2.1 + random(0.5), 2.1 + random(0.5)]
  const angle = random(0.6) - 0.3
  const [skew, middle] = [random(0.5) - 0.25, 22 + random(10)]
  const distort = ([x, y]: Point): Point => {
    // 5 and 7 are the center of the letter's box.
    const [dx, dy] = [(x - 5 + skew * (7 - y) + random(0.5)) * scaleX, (y - 7 + random(0.5)) * scaleY]
    const px = left + 14 + dx * Math.cos(angle) - dy * Math.sin(angle)
    return [
      px,
      middle + dx * Math.sin(angle) + dy * Math.cos(angle) + wave.depth * Math.sin(px / wave.length + wave.phase),
    ]
  }
  return glyphStrokes(letter).map((corners) => samplePoints(corners, random).map(distort))
}

/**
 * Returns the corners of a stroke, with one to three points at random distances between each two of them, so that the
 * number of points does not identify the letter.
 */
const samplePoints = (corners: Line, random: RandomFloat): Line =>
  corners.flatMap((to, i) => {
    const from = corners[i - 1]
    if (from === undefined) return [to]
    const fractions = Array.from({ length: 1 + Math.floor(random(3)) }, () => random(1)).sort((a, b) => a - b)
    return [...fractions.map((t): Point => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]), to]
  })

/**
 * Returns a line as paths of two to six points, drawn forwards or backwards at random.
 * Neighbouring paths share a point.
 */
const splitPaths = (line: Line, random: RandomFloat, pen: Pen): readonly string[] => {
  if (line.length < 2) return []
  const length = Math.min(line.length, 2 + Math.floor(random(5)))
  const remaining = line.slice(length - 1)
  return [
    pathElement(random(1) < 0.5 ? line.slice(0, length) : line.slice(0, length).reverse(), random, pen),
    ...splitPaths(remaining, random, pen),
  ]
}

const noisePaths = (random: RandomFloat): readonly string[] => {
  const lines = Array.from({ length: 2 + Math.floor(random(3)) }, () => noiseLine(random))
  const specks = Array.from({ length: 6 + Math.floor(random(14)) }, () => speckLine(random))
  return [...lines, ...specks].flatMap((line) => splitPaths(line, random, noisePen))
}

/** Returns a wavy line across a part of the picture. */
const noiseLine = (random: RandomFloat): Line => {
  const [left, span] = [random(width * 0.6), width * (0.25 + random(0.5))]
  const [top, slope, depth, length] = [8 + random(height - 16), random(20) - 10, 2 + random(6), 12 + random(20)]
  const count = 5 + Math.floor(random(8))
  return Array.from({ length: count }, (_, i): Point => {
    const x = left + (span * i) / (count - 1)
    return [x, top + (slope * i) / count + depth * Math.sin(x / length)]
  })
}

const speckLine = (random: RandomFloat): Line => {
  const [x, y] = [random(width), random(height)]
  return [
    [x, y],
    [x + random(7) - 3.5, y + random(7) - 3.5],
  ]
}

const pathElement = (points: Line, random: RandomFloat, { thickness, variation }: Pen): string =>
  `<path stroke-width="${(thickness + random(variation)).toFixed(2)}" d="M${points.map((point) => jitteredPoint(point, random)).join('L')}"/>`

const jitteredPoint = ([x, y]: Point, random: RandomFloat): string =>
  `${(x + random(0.7)).toFixed(2)} ${(y + random(0.7)).toFixed(2)}`

/** Returns a random number from 0 up to, but not including, a bound; it is not rounded. */
type RandomFloat = (below: number) => number

/**
 * Returns a random number generator seeded with secret bytes (sfc32).
 * Its state has 96 bits and a counter.
 * A state of only 32 bits would be unsafe: a program could try every state until it draws the same picture, and then
 * undo the distortion.
 */
const randomFrom = (bytes: Uint8Array): RandomFloat => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 12)
  let [a, b, c, counter] = [view.getUint32(0), view.getUint32(4), view.getUint32(8), 1]
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 2 ** 32
  }
  // The first numbers still resemble the seed.
  for (let i = 0; i < 12; i++) next()
  return (below) => next() * below
}

/** Returns the items in random order. */
const shuffle = <T>(items: readonly T[], random: RandomFloat): T[] =>
  items
    .map((item) => ({ item, order: random(1) }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
