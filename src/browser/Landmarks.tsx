/** Renders a `:::` link, the mark of a page region on accessible sites in Taiwan. Alt with the letter `name` moves the focus to the link. */
export const LandmarkLink = ({ name, title, href = `#mark-${name}` }: { name: 'U' | 'C' | 'Z'; title: string; href?: string }) => (
  // biome-ignore lint/a11y/noAccessKey: the convention of accessible sites in Taiwan
  <a className="mark" id={`mark-${name}`} href={href} accessKey={name} title={`${title}（Alt+${name}）`}>
    :::
  </a>
)

/** Renders the first link of every page; it is visible while it has the focus. */
export const SkipLink = () => (
  <a className="skip-link" href="#content">
    跳到主要內容區塊
  </a>
)
