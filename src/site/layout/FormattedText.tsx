import type { ReactNode } from 'react'

/**
 * Renders text with simple formatting: `# ` a heading, `- ` a list item, `**text**` bold, https addresses as links.
 * HTML is shown as text.
 */
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
  if (kind === 'heading') return <h2>{withBoldAndLinks(lines.join(''))}</h2>
  if (kind === 'paragraph') return <p className="plain-text">{withBoldAndLinks(lines.join('\n'))}</p>
  return (
    <ul>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never move
        <li key={index}>{withBoldAndLinks(line)}</li>
      ))}
    </ul>
  )
}

/**
 * Returns the text with bold parts and links.
 * The parts at the odd indexes are those between double asterisks, because `split` also returns what a group matches.
 */
const withBoldAndLinks = (text: string): ReactNode =>
  text.split(/\*\*([^*\n]+)\*\*/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <strong key={index}>{part}</strong>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <TextWithLinks key={index} text={part} />
    ),
  )

/**
 * Returns the blocks of a text.
 * Consecutive lines of one kind form a block, each heading is a block of its own, and an empty line ends a block.
 */
const blocksOf = (text: string): readonly FormattedBlock[] => {
  const blocks: FormattedBlock[] = []
  let previousLineHasText = false
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    const { kind, content } = parseLine(line)
    const lastBlock = blocks.at(-1)
    if (previousLineHasText && lastBlock?.kind === kind && kind !== 'heading')
      blocks[blocks.length - 1] = { ...lastBlock, lines: [...lastBlock.lines, content] }
    else if (line.trim() !== '') blocks.push({ kind, lines: [content], key: blocks.length })
    previousLineHasText = line.trim() !== ''
  }
  return blocks
}

const parseLine = (line: string): { readonly kind: FormattedBlock['kind']; readonly content: string } => {
  if (line.startsWith('# ')) return { kind: 'heading', content: line.slice(2) }
  return line.startsWith('- ') ? { kind: 'items', content: line.slice(2) } : { kind: 'paragraph', content: line }
}

/** Returns the text without formatting characters, for an excerpt. */
export const withoutFormatting = (text: string): string =>
  text.replace(/^(# |- )/gm, '').replace(/\*\*([^*\n]+)\*\*/g, '$1')

/** Renders plain text with line breaks and links for https addresses. */
export const PlainText = ({ text }: { text: string }) => (
  <div className="plain-text">
    <TextWithLinks text={text} />
  </div>
)

/** Renders plain text with links, without an element around it. */
const TextWithLinks = ({ text }: { text: string }) =>
  text.split(/(https:\/\/[^\s<>"'，。；、（）「」]+)/).map((part, index) =>
    // The parts at the odd indexes are the matched addresses.
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
