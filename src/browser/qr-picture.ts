/** How a QR code is computed: with four white modules on each side, as the standard requires. */
export const qrOptions = { ecc: 'M', border: 4 } as const

/** Returns the QR code of a text as a picture whose size is free. */
export const svgOf = async (text: string): Promise<Blob> => {
  const { renderSVG } = await import('uqr')
  return new Blob([renderSVG(text, qrOptions)], { type: 'image/svg+xml' })
}

/** Returns the QR code of a text as a picture for an album. */
export const pngOf = async (text: string): Promise<Blob> => {
  const { encode } = await import('uqr')
  const { data, size } = encode(text, qrOptions)
  const canvas = document.createElement('canvas')
  canvas.width = size * moduleSize
  canvas.height = size * moduleSize
  const context = canvas.getContext('2d')
  if (context) drawModules(context, data)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The QR code could not be drawn.')))),
  )
}

const drawModules = (context: CanvasRenderingContext2D, data: readonly (readonly boolean[])[]): void => {
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) {
      context.fillStyle = isDark ? '#000' : '#fff'
      context.fillRect(x * moduleSize, y * moduleSize, moduleSize, moduleSize)
    }
}

/** Pixels of a module in a saved picture. */
const moduleSize = 12
