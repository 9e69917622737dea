/**
 * Renders a `:::` link, the mark of a page region on accessible sites in Taiwan.
 * Alt with the access key moves the focus to the link.
 */
export const LandmarkLink = ({
  accessKey,
  title,
  href = `#mark-${accessKey}`,
}: {
  accessKey: 'U' | 'C' | 'Z'
  title: string
  href?: string
}) => (
  // biome-ignore lint/a11y/noAccessKey: the convention of accessible sites in Taiwan
  <a className="mark" id={`mark-${accessKey}`} href={href} accessKey={accessKey} title={`${title}（Alt+${accessKey}）`}>
    :::
  </a>
)

/** Renders the first link of every page; it is visible while it has the focus. */
export const SkipLink = () => (
  <a className="skip-link" href="#content">
    跳到主要內容區塊
  </a>
)
