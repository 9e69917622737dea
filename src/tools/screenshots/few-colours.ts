import type { Page } from 'playwright'
import type { IndexedPicture } from './indexed-png'

/** A PNG in its 256 most frequent colours; every other one becomes its nearest. The browser that took it also decodes it. */
export const fewColours = async (page: Page, png: Buffer): Promise<IndexedPicture> => {
  const { width, height, colours } = await page.evaluate(decode, png.toString('base64'))
  const counts = new Map<number, number>()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const kept = [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 256)
    .map(([colour]) => colour)
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(kept, colour)]))
  return { width, height, palette: Uint8Array.from(kept.flatMap(parts)), pixels: Uint8Array.from(colours, (colour) => places.get(colour) ?? 0) }
}

// Runs in the browser, so it calls nothing of this file. Each pixel is one number: blue, green and red above each other.
const decode = async (picture: string) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  canvas?.drawImage(bitmap, 0, 0)
  const pixels = canvas?.getImageData(0, 0, width, height).data.buffer ?? new ArrayBuffer(0)
  return { width, height, colours: Array.from(new Uint32Array(pixels), (pixel) => pixel & 0xffffff) }
}

const nearest = (kept: readonly number[], colour: number): number => {
  const distances = kept.map((one) => distance(parts(one), parts(colour)))
  return distances.indexOf(Math.min(...distances))
}

const parts = (colour: number): [number, number, number] => [colour & 255, (colour >> 8) & 255, colour >> 16]

const distance = (one: readonly number[], other: readonly number[]): number => one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0)
