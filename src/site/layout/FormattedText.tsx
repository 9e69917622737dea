import type { ReactNode } from 'react'

/** Renders text with simple formatting: `# ` a heading, `- ` a list item, `**text**` bold, https addresses as links. HTML is shown as text. */
export const FormattedText = ({ text }: { text: string }) => (
  <div className="formatted-text">
    {blocksOf(text).map(({ kind, lines, key }) => (
      <TextBlock key={key} kind={kind} lines={lines} />
    ))}
  </div>
)

interface FormattedBlock {
  readonly kind: 'heading' | 'items' | 'paragraph'
  readonly lines: readonly string[]
  readonly key: number
}

const TextBlock = ({ kind, lines }: Omit<FormattedBlock, 'key'>) => {
  if (kind === 'heading') return <h2>{withBold(lines.join(''))}</h2>
  if (kind === 'paragraph') return <p className="plain-text">{withBold(lines.join('\n'))}</p>
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never move
        <li key={index}>{withBold(line)}</li>
      ))}
    </ul>
  )
}

/** Returns the text with bold parts: every second part of the split text was enclosed in double asterisks. */
const withBold = (text: string): ReactNode =>
  text.split(/\*\*([^*\n]+)\*\*/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <strong key={index}>{part}</strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <TextWithLinks key={index} text={part} />
    ),
  )

/** Returns the blocks of a text: consecutive lines of one kind are a block, each heading is one, and an empty line ends a block. */
const blocksOf = (text: string): readonly FormattedBlock[] => {
  const blocks: FormattedBlock[] = []
  let previousHasText = false
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const { kind, rest } = parseLine(line)
    const last = blocks.at(-1)
    if (previousHasText && last?.kind === kind && kind !== 'heading') blocks[blocks.length - 1] = { ...last, lines: [...last.lines, rest] }
    else if (line.trim() !== '') blocks.push({ kind, lines: [rest], key: blocks.length })
    previousHasText = line.trim() !== ''
  }
  return blocks
}

const parseLine = (line: string): { readonly kind: FormattedBlock['kind']; readonly rest: string } => {
  if (line.startsWith('# ')) return { kind: 'heading', rest: line.slice(2) }
  return line.startsWith('- ') ? { kind: 'items', rest: line.slice(2) } : { kind: 'paragraph', rest: line }
}

/** Returns the text without formatting characters, for an excerpt. */
export const withoutFormatting = (text: string): string => text.replace(/^(# |- )/gm, '').replace(/\*\*([^*\n]+)\*\*/g, '$1')

/** Renders plain text with line breaks and links for https addresses. */
export const PlainText = ({ text }: { text: string }) => (
  <div className="plain-text">
    <TextWithLinks text={text} />
  </div>
)

/** Renders plain text with links, without an element around it. */
const TextWithLinks = ({ text }: { text: string }) =>
  text.split(/(https:\/\/[^\s<>"'，。；、（）「」]+)/).map((part, index) =>
    // Every second part matches the expression.
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
