import { expect, test } from 'vitest'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import { captchaPicture } from '../../../src/server/accounts/captcha/picture'
import { portal } from '../../support/portal'

const pictures = async (count: number) => {
  const { ports } = await portal()
  return Promise.all(
    Array.from({ length: count }, async (_, i) => ({
      answer: await captchaLetters(ports, `ticket ${i}`),
      svg: await captchaPicture(ports, `ticket ${i}`),
    })),
  )
}

/**
 * The paths of a picture, moved so that they begin at the origin: the key by which a program would look up a letter.
 */
const shapesOf = (svg: string): readonly string[] =>
  Array.from(svg.matchAll(/ d="M([^"]*)"/g), ([, d = '']) => {
    const points = d.split('L').map((point) => point.split(' ').map(Number))
    const [x0 = 0, y0 = 0] = points[0] ?? []
    return points.map(([x = 0, y = 0]) => `${(x - x0).toFixed(1)},${(y - y0).toFixed(1)}`).join(' ')
  })

test('the same letter never has the same path data: in a hundred pictures no path occurs twice', async () => {
  const all = await pictures(100)
  const long = all.flatMap(({ svg }) => shapesOf(svg)).filter((shape) => shape.split(' ').length > 2)
  expect(long.length).toBeGreaterThan(1000)
  expect(new Set(long).size).toBe(long.length)
})

test('the number of paths and points reveals nothing about the letters: pictures of one solution differ in them', async () => {
  const all = await pictures(60)
  const countsOf = (letter: string) => {
    const counts = all
      .filter(({ answer }) => answer.includes(letter))
      .map(({ svg }) => shapesOf(svg).join(' ').split(' ').length)
    return { pictures: counts.length, different: new Set(counts).size }
  }
  for (const letter of ['2', 'A', 'L']) {
    const { pictures: seen, different } = countsOf(letter)
    expect(different, letter).toBeGreaterThan(seen / 3)
  }
})

test('noise differs in number, thickness and position', async () => {
  const all = await pictures(40)
  expect(new Set(all.map(({ svg }) => shapesOf(svg).length)).size).toBeGreaterThan(15)
  for (const { svg } of all) {
    const widths = Array.from(svg.matchAll(/stroke-width="([^"]+)"/g), ([, width]) => Number(width))
    const thin = widths.filter((width) => width < 2.3).length
    expect(thin, 'strays and specks').toBeGreaterThan(7)
    expect(new Set(widths).size, 'hardly two of one thickness').toBeGreaterThan(widths.length / 3)
  }
})
