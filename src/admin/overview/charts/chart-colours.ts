/**
 * The colours of the series of a chart: of channels, the one with the most money first, and of what is not paid yet.
 * Each has a contrast of at least 3:1 to the surface on which it is drawn.
 */
export const chartColours = {
  light: { channels: ['#0b5d6b', '#c2570c', '#5b4bb7', '#2f7d4f', '#a3316f', '#7a5c00'], outstanding: '#7f9099' },
  dark: { channels: ['#7fd0dc', '#ffb169', '#b9aefc', '#86d69e', '#f29ac9', '#e3cf6b'], outstanding: '#6c8088' },
} as const
