import { Link as MuiLink } from '@mui/material'
import { Link } from 'react-router-dom'
import type { ReportResource } from '../../schema/language/resource'
import type { ReportLine } from '../../schema/reports/report-lines'
import { visuallyHidden } from '../components/visually-hidden'
import { useLinesLink } from './lines-link'
import type { ReportFilters } from './report-query'

interface LineHeadingProps {
  readonly report: ReportResource
  readonly filters: ReportFilters
  readonly line: ReportLine
}

/** Renders the heading of a subtotal or total as a link to the lines that it counts, if a page lists them. */
export const LineHeading = ({ report, filters, line }: LineHeadingProps) => {
  const link = useLinesLink(report, filters)(line)
  return link ? (
    <MuiLink component={Link} to={link.to} state={link.state} color="inherit">
      {line.text}
      <span style={visuallyHidden}>，查看明細</span>
    </MuiLink>
  ) : (
    line.text
  )
}
