import type { ReactNode } from 'react'

/** Text with the little formatting that notices know: `# ` a heading, `- ` an item, `**words**` bold, https addresses links. All else is shown as typed; HTML never is more than text. */
export const FormattedText = ({ text }: { text: string }) => (
  <div className="formatted-text">
    {blocksOf(text).map(({ kind, lines, key }) => (
      <Block key={key} kind={kind} lines={lines} />
    ))}
  </div>
)

interface BlockInfo {
  readonly kind: 'heading' | 'items' | 'paragraph'
  readonly lines: readonly string[]
  readonly key: number
}

const Block = ({ kind, lines }: Omit<BlockInfo, 'key'>) => {
  if (kind === 'heading') return <h2>{inline(lines.join(''))}</h2>
  if (kind === 'paragraph') return <p className="plain-text">{inline(lines.join('\n'))}</p>
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never move
        <li key={index}>{inline(line)}</li>
      ))}
    </ul>
  )
}

/** Returns the text with its bold parts: every second part stood between two pairs of asterisks. */
const inline = (text: string): ReactNode =>
  text.split(/\*\*([^*\n]+)\*\*/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <strong key={index}>{part}</strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <TextWithLinks key={index} text={part} />
    ),
  )

/** Lines of one kind that follow each other are one block; a heading stands alone, an empty line ends a block. */
const blocksOf = (text: string): readonly BlockInfo[] => {
  const blocks: BlockInfo[] = []
  let open = false
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const { kind, rest } = readLine(line)
    const last = blocks.at(-1)
    if (open && last?.kind === kind && kind !== 'heading') blocks[blocks.length - 1] = { ...last, lines: [...last.lines, rest] }
    else if (line.trim() !== '') blocks.push({ kind, lines: [rest], key: blocks.length })
    open = line.trim() !== ''
  }
  return blocks
}

const readLine = (line: string): { readonly kind: BlockInfo['kind']; readonly rest: string } => {
  if (line.startsWith('# ')) return { kind: 'heading', rest: line.slice(2) }
  return line.startsWith('- ') ? { kind: 'items', rest: line.slice(2) } : { kind: 'paragraph', rest: line }
}

/** Returns the text without its marks, for an excerpt. */
export const withoutMarks = (text: string): string => text.replace(/^(# |- )/gm, '').replace(/\*\*([^*\n]+)\*\*/g, '$1')

/** Plain text as people typed it: line breaks stay, https addresses are links, nothing else is more than text. */
export const PlainText = ({ text }: { text: string }) => (
  <div className="plain-text">
    <TextWithLinks text={text} />
  </div>
)

/** Plain text with links, without an element of its own. */
const TextWithLinks = ({ text }: { text: string }) =>
  text.split(/(https:\/\/[^\s<>"'，。；、（）「」]+)/).map((part, index) =>
    // Every second part is an address that the expression caught.
    index % 2 === 1 && URL.canParse(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <a key={index} href={part} target="_blank" rel="noopener noreferrer">
        {part}
        <span className="hidden">（另開新視窗）</span>
      </a>
    ) : (
      part
    ),
  )
