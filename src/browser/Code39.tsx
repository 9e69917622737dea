import { code39Modules } from '../domain/barcodes/code39'

/** Renders a text as a Code 39 barcode with the text below it. */
export const Code39 = ({ text }: { text: string }) => {
  const modules = code39Modules(text)
  const width = modules.length + 2 * quietZone
  return (
    <figure>
      <svg
        width={width}
        height="56"
        viewBox={`0 0 ${width} 56`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={`條碼 ${text}`}
      >
        <rect width={width} height="56" fill="#fff" />
        {barsOf(modules).map(({ start, length }) => (
          <rect key={start} x={start + quietZone} width={length} height="56" fill="#000" />
        ))}
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
}

/** Ten white modules on each side, as scanners require. */
const quietZone = 10

const barsOf = (modules: string) =>
  Array.from(modules.matchAll(/1+/g), (match) => ({ start: match.index, length: match[0].length }))
