/** What a picture can be; drawings that can hold scripts (SVG) cannot. */
export const pictureTypes = ['PNG', 'JPEG', 'WebP'] as const

/** Kind and size of the picture in a `data:` address; null when its bytes are not those of the kind that it names. */
export const pictureOf = (address: string): { readonly type: (typeof pictureTypes)[number]; readonly bytes: number } | null => {
  const [, named = '', data = ''] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]*={0,2})$/.exec(address) ?? []
  if (named === '' || data.length % 4 !== 0) return null
  const type = pictureTypes.find((one) => one.toLowerCase() === named)
  const bytes = (data.length / 4) * 3 - (data.length - data.replace(/=+$/, '').length)
  return type && (bytes === 0 || beginnings[type].test(data)) ? { type, bytes } : null
}

// The first bytes of each kind, as base64 writes them.
const beginnings: Readonly<Record<(typeof pictureTypes)[number], RegExp>> = {
  PNG: /^iVBORw0KGgo/,
  JPEG: /^\/9j\//,
  WebP: /^UklGR.{6}XRUJQ/,
}
