import { Box, GlobalStyles } from '@mui/material'
import { useState } from 'react'
import { dateTimeText } from '../../browser/format'
import { useCompanySession } from '../../browser/session/session'
import { useIsPrinting } from '../../browser/use-is-printing'

interface PaperHeadProps {
  readonly title: string
  /** What the page shows, such as the conditions of a list or the name of a record. */
  readonly texts: readonly string[]
}

/**
 * Renders the head of a printed page: title, company, what it shows, and the time and the user of the printout.
 * Every sheet has its number. The component renders nothing on the screen.
 */
export const PaperHead = (props: PaperHeadProps) => {
  const isPrinting = useIsPrinting()
  return (
    isPrinting && (
      <Box sx={headStyles}>
        <PaperSheet />
        <PaperHeadLines {...props} />
      </Box>
    )
  )
}

/** Renders the lines of the head, also within the table of a report, whose head is on every sheet. */
export const PaperHeadLines = ({ title, texts }: PaperHeadProps) => {
  const [printTime] = useState(() => new Date().toISOString())
  const user = useCompanySession()?.data
  return (
    <div className="paper-head">
      <div>
        <strong>{title}</strong>
        <span>{user?.CustomerName}</span>
      </div>
      <div>
        <span>{texts.join('　')}</span>
        <span className="paper-time">
          製表時間：{dateTimeText(printTime)}　製表人員：{user?.UserId}
        </span>
      </div>
    </div>
  )
}

/**
 * Sets the margins of the sheets and their numbers. Without a size, the user chooses the format of the sheets.
 * The number is in a margin box of CSS. Browsers that do not support margin boxes print their own page numbers.
 */
export const PaperSheet = ({ size }: { size?: 'A4' | 'A4 landscape' }) => (
  <GlobalStyles
    styles={{
      '@page': {
        ...(size && { size }),
        margin: '12mm 10mm 14mm',
        '@bottom-right': { content: '"第 " counter(page) " 頁，共 " counter(pages) " 頁"', fontSize: '8pt' },
      },
    }}
  />
)

/** The styles of the head, for the element around it. */
export const paperHeadStyles = {
  '& .paper-head > div': { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '12pt' },
  '& .paper-head span': { overflowWrap: 'anywhere' },
  '& .paper-head .paper-time': { flexShrink: 0, whiteSpace: 'nowrap' },
  '& .paper-head strong': { fontSize: '14pt' },
} as const

const headStyles = {
  display: 'none',
  displayPrint: 'block',
  mb: '8pt',
  pb: '4pt',
  borderBottom: '1pt solid #000',
  color: '#000',
  fontSize: '9pt',
  ...paperHeadStyles,
}
