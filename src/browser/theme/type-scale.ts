/**
 * The type scale. Each size has one purpose, so that pages differ in content and not in size.
 * Style sheets use the custom properties of browser.css, which a test compares with these.
 * The sizes are in rem, so that they follow the size that users set in their browser.
 */
export const textSizes = {
  /** Marks, such as the number on a tab. */
  caption: '0.75rem',
  /** Labels of values, chips, breadcrumbs. */
  label: '0.8125rem',
  /** Notes, help, tables of secondary data. */
  small: '0.875rem',
  body: '1rem',
  /** Headings of cards, dialogs and messages. */
  title: '1.125rem',
  /** Headings of pages on a phone, important values. */
  heading: '1.25rem',
  /** Headings of pages. */
  page: '1.5rem',
  /** Figures of the first page, amounts to pay. */
  figure: '1.75rem',
} as const

/** The step of all distances in pixels; distances are half a step or whole steps. */
export const spaceStep = 8
