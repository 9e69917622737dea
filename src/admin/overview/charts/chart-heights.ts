/** The height of the chart of expected remittances in pixels. */
export const remittanceChartHeight = 240

const legendHeight = 72
const axisHeight = 32
const barHeight = 40

/** Returns the height of the chart of terms in pixels. */
export const termChartHeight = (terms: number): number => legendHeight + axisHeight + terms * barHeight
