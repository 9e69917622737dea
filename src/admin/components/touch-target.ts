/** The styles of a link within a line, which has 44 pixels on touch without making its line higher. */
export const touchTarget = {
  '@media (pointer: coarse)': { display: 'inline-block', minWidth: 44, py: '14px', my: '-14px' },
}
