/** Draws the parts of a page with marks by which screen readers read them. */
export interface Tags {
  /** Draws an element: a heading (`H1`, `H2`), a paragraph (`P`), or a `Figure` with its alternative text. */
  draw(tag: 'H1' | 'H2' | 'P' | 'Figure', draw: () => void, alt?: string): void
  /** Draws the cells of a table, whose first row has the headings. */
  drawTable(rows: readonly (readonly string[])[], drawCell: (text: string, row: number, column: number) => void): void
  /** Draws what screen readers skip: lines and areas. */
  decorate(draw: () => void): void
  /** Ends the section; must be called when everything is drawn. */
  end(): void
}

/** Begins a section of the document: a page, or a copy on it. */
export const beginSection = (document: PDFKit.PDFDocument): Tags => {
  const section = document.struct('Sect')
  document.addStructure(section)
  return {
    draw: (tag, draw, alt) => void section.add(document.struct(tag, alt === undefined ? {} : { alt }, [draw])),
    drawTable: (rows, drawCell) => {
      const elements = rows.map((cells, row) =>
        document.struct(
          'TR',
          {},
          cells.map((text, column) =>
            document.struct(row === 0 ? 'TH' : 'TD', {}, [() => drawCell(text, row, column)]),
          ),
        ),
      )
      section.add(document.struct('Table', {}, elements))
    },
    decorate: (draw) => {
      document.markContent('Artifact')
      draw()
      document.endMarkedContent()
    },
    end: () => void section.end(),
  }
}
