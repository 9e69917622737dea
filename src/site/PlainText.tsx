/** Plain text as people typed it: line breaks stay, https addresses are links, nothing else is more than text. */
export const PlainText = ({ text }: { text: string }) => (
  <div className="plain-text">
    <TextWithLinks text={text} />
  </div>
)

/** The same without a box of its own. */
export const TextWithLinks = ({ text }: { text: string }) =>
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
