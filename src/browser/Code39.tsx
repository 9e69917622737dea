import { code39Modules } from '../domain/barcodes/code39'

/** Returns the width of the barcode of a text in modules, with its quiet zones. A module is the narrowest bar. */
export const code39Width = (text: string): number => code39Modules(text).length + 2 * quietZone

/** Renders a text as a Code 39 barcode with the text below it; `module` is the width of the narrowest bar in pixels. */
export const Code39 = ({ text, module = 1 }: { text: string; module?: number }) => {
  const width = code39Width(text)
  return (
    <figure>
      <svg
        width={width * module}
        height="56"
        viewBox={`0 0 ${width} 56`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        role="img"
        aria-label={`條碼 ${text}`}
      >
        <rect width={width} height="56" fill="#fff" />
        {barsOf(code39Modules(text)).map(({ start, length }) => (
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
