import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Brand, brandColours, contrast, defaultPortalName, minContrast, readable } from '../../../contract/brand'
import { brandPath } from '../http/backend-paths'
import type { Environment } from './environment'

/** The logo of the bank as a file that the portal serves. */
export interface Logo {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface BrandSettings {
  readonly brand: Brand
  readonly logo?: Logo
  readonly problems: readonly string[]
}

/** Reads the name, logo and accent of the bank. */
export const readBrand = ({ BRAND_NAME, BRAND_LOGO, BRAND_ACCENT }: Environment): BrandSettings => {
  const name = BRAND_NAME?.trim() || defaultPortalName
  const logo = BRAND_LOGO ? readLogo(BRAND_LOGO) : undefined
  const accentProblem = BRAND_ACCENT ? problemOfAccent(BRAND_ACCENT) : undefined
  const problems = [problemOfName(name), typeof logo === 'string' ? logo : undefined, accentProblem]
  return {
    brand: {
      name,
      ...(typeof logo === 'object' && { logo: logo.path }),
      ...(BRAND_ACCENT && !accentProblem && { colours: brandColours(BRAND_ACCENT.toLowerCase()) }),
    },
    ...(typeof logo === 'object' && { logo }),
    problems: problems.filter((problem) => problem !== undefined),
  }
}

const maxNameLength = 20

// The name is also the beginning of text messages, which have 70 characters.
const problemOfName = (name: string): string | undefined =>
  name.length > maxNameLength || /[\p{Cc}<>【】]/u.test(name)
    ? `BRAND_NAME is "${name}", but must have at most ${maxNameLength} characters and none of < > 【 】.`
    : undefined

const problemOfAccent = (accent: string): string | undefined => {
  if (!/^#[\da-f]{6}$/i.test(accent)) return `BRAND_ACCENT is "${accent}", but must be a colour such as #0b5d6b.`
  const ratio = contrast(accent, '#ffffff')
  if (ratio >= minContrast) return undefined
  return `BRAND_ACCENT is ${accent}, whose contrast to white text is ${ratio.toFixed(1)}:1, but must be at least ${minContrast}:1. Choose a darker shade, such as ${readable(accent, '#000000', ['#ffffff'])}.`
}

const maxLogoKb = 100

/** Returns the logo, or the problem of the file. */
const readLogo = (file: string): Logo | string => {
  const bytes = bytesOf(file)
  if (bytes === null) return `BRAND_LOGO is "${file}", but this file cannot be read.`
  if (bytes.length > maxLogoKb * 1024)
    return `BRAND_LOGO is "${file}", which has ${Math.ceil(bytes.length / 1024)} KB, but may have at most ${maxLogoKb} KB.`
  const extension = extensionOf(bytes)
  if (extension === null)
    return `BRAND_LOGO is "${file}", but must be a PNG file, or an SVG file without scripts, event handlers and addresses of other files.`
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const type = extension === 'png' ? 'image/png' : 'image/svg+xml'
  return { path: `${brandPath}/logo-${version}.${extension}`, type, bytes }
}

const bytesOf = (file: string): Buffer<ArrayBuffer> | null => {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

const extensionOf = (bytes: Buffer): 'png' | 'svg' | null => {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'png'
  const text = bytes.toString('utf8')
  return /^\ufeff?\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text) && !unsafeSvg.test(text)
    ? 'svg'
    : null
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

// Browsers run no script of a picture, but the address of the logo can also be opened as a page.
const unsafeSvg =
  /<script|<foreignObject|<!DOCTYPE|<!ENTITY|\son\w+\s*=|javascript:|(href|src)\s*=\s*["'](?!#)|url\(\s*["']?(?!#)/i
