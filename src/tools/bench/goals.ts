import { type Measurement, round } from './measure'

/** The head of a table of goals in Markdown. */
export const goalsHead = '| what | goal | now | |\n| --- | ---: | ---: | --- |'

/** Returns the goals among measurements, as lines of that table. A goal that does not hold is marked "missed". */
export const goalRows = (measurements: readonly Measurement[]): readonly string[] =>
  measurements.flatMap((measurement) => {
    const [comparison, limit] = measurement.ratioLimit?.split(' ') ?? []
    if (!comparison || limit === undefined) return []
    const ratio = measurement.portalFigure / measurement.referenceFigure
    const holds = comparison === '≥' ? ratio >= Number(limit) : ratio <= Number(limit)
    return `| ${measurement.title} | ${comparison} ${goalOf(measurement, limit)} | ${nowOf(measurement, ratio)} | ${holds ? '' : 'missed'} |`
  })

// The limit of a ratio to a figure that is itself the goal is 1.
const goalOf = ({ reference, referenceFigure, unit }: Measurement, limit: string): string =>
  isGoal(reference) ? `${round(referenceFigure)} ${unit}` : `${limit} × ${reference}`

const nowOf = ({ reference, portalFigure, unit }: Measurement, ratio: number): string =>
  isGoal(reference) ? `${round(portalFigure)} ${unit}` : ratio.toFixed(2)

const isGoal = (reference: string): boolean => reference === 'the limit'
