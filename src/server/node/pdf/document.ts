/** How every PDF of the portal is set up. pdfkit would load its own Latin font unless told that there is none. */
export const pdfSettings = { size: 'A4', margin: 0, lang: 'zh-TW', displayTitle: true, pdfVersion: '1.7', autoFirstPage: false, font: '' } as const

/** The bytes of a document once it has ended; call it before drawing. */
export const collectPdf = (document: PDFKit.PDFDocument): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    document.on('error', reject)
  })
