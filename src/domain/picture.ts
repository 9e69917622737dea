/** The accepted formats of pictures; SVG is not accepted because it can contain scripts. */
export const pictureTypes = ['PNG', 'JPEG', 'WebP'] as const

/** Returns format and size of the picture in a data URL; null if its bytes are not of the declared format. */
export const pictureOf = (dataUrl: string): { readonly type: (typeof pictureTypes)[number]; readonly bytes: number } | null => {
  const [, format = '', data = ''] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]*={0,2})$/.exec(dataUrl) ?? []
  if (format === '' || data.length % 4 !== 0) return null
  const type = pictureTypes.find((known) => known.toLowerCase() === format)
  const bytes = (data.length / 4) * 3 - (data.length - data.replace(/=+$/, '').length)
  return type && (bytes === 0 || signatures[type].test(data)) ? { type, bytes } : null
}

// The first bytes of each format in base64.
const signatures: Readonly<Record<(typeof pictureTypes)[number], RegExp>> = {
  PNG: /^iVBORw0KGgo/,
  JPEG: /^\/9j\//,
  WebP: /^UklGR.{6}XRUJQ/,
}
