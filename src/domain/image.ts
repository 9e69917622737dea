/** The accepted formats of images. SVG is not accepted, because it can contain scripts. */
export const imageTypes = ['PNG', 'JPEG', 'WebP'] as const

/**
 * Returns the format and size of the image in a data URL; null if the bytes do not have the declared format.
 * The size of an empty image is 0.
 */
export const imageOf = (
  dataUrl: string,
): { readonly type: (typeof imageTypes)[number]; readonly bytes: number } | null => {
  const [, format = '', data = ''] = /^data:image\/(png|jpeg|webp);base64,([A-Za-z0-9+/]*={0,2})$/.exec(dataUrl) ?? []
  if (format === '' || data.length % 4 !== 0) return null
  const type = imageTypes.find((imageType) => imageType.toLowerCase() === format)
  // Base64 writes three bytes as four characters, and each `=` at the end stands for a missing byte.
  const bytes = (data.length / 4) * 3 - (data.length - data.replace(/=+$/, '').length)
  return type && (bytes === 0 || signatures[type].test(data)) ? { type, bytes } : null
}

// The first bytes of each format in base64.
const signatures: Readonly<Record<(typeof imageTypes)[number], RegExp>> = {
  PNG: /^iVBORw0KGgo/,
  JPEG: /^\/9j\//,
  WebP: /^UklGR.{6}XRUJQ/,
}
