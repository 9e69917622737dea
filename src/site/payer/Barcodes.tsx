import { code39Modules } from '../../domain/barcodes/code39'

/** Barcodes to be scanned from the screen one after the other. */
export const Barcodes = ({ texts, help }: { texts: readonly string[]; help: string }) => (
  <div className="barcodes">
    <p>{help}</p>
    {texts.map((text) => (
      <Barcode key={text} text={text} />
    ))}
  </div>
)

/** Ten modules of paper on each side, as scanners want. */
const quietZone = 10

const Barcode = ({ text }: { text: string }) => {
  const modules = code39Modules(text)
  const width = modules.length + 2 * quietZone
  return (
    <figure>
      <svg width={width} height="56" viewBox={`0 0 ${width} 56`} shapeRendering="crispEdges" role="img" aria-label={`條碼 ${text}`}>
        <rect width={width} height="56" fill="#fff" />
        {barsOf(modules).map(({ start, length }) => (
          <rect key={start} x={start + quietZone} width={length} height="56" fill="#000" />
        ))}
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
}

const barsOf = (modules: string) => Array.from(modules.matchAll(/1+/g), (match) => ({ start: match.index, length: match[0].length }))
