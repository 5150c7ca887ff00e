package table

// Lengths, in sizes of the page's usual font.
const (
	wordGap     = 0.45 // words nearer than this are one phrase
	fixedGap    = 0.75 // the same in fonts of one width, whose space is wide
	readGap     = 0.8  // the same in what recognition took for one line, whose spaces are not exact
	pieceGap    = 0.9  // phrases farther apart than this are cells, or columns of prose
	ruleThick   = 0.3  // a filled box thinner than this is a rule
	ruleJoin    = 0.3  // pieces of one rule are nearer than this
	ruleSame    = 0.33 // parallel rules nearer than this are one double rule
	ruleTouch   = 0.45 // rules that come this near meet
	underline   = 0.35 // a rule nearer than this under words alone underlines them
	shortRule   = 0.8  // shorter rules are marks
	sameExtent  = 1.2  // rules of one table end within this of each other
	wideColumn  = 0.8  // columns between rules are wider than this
	strayGap    = 0.8  // what stands alone in its column and nearer than this to the one before belongs there
	asideGap    = 1.5  // a heading may stand this far aside of its column
	narrowStrip = 0.6  // white of all lines narrower than this may be chance
	aloneBand   = 2.3  // rules this near around a single line are those of its table
	farRow      = 2.6  // rows farther apart than this, baseline to baseline, are two tables
	spareRoom   = 0.6  // a word has room in a line with this much more than its width
	tightRow    = 0.88 // lines nearer than this cannot stand under each other
)

// Shares and counts.
const (
	longRule   = 0.5  // of the height of a table, for a rule to part columns everywhere
	looseBand  = 0.55 // of the height between two rules, for lines to stand between them and not beside
	looseLines = 1.4  // of the usual distance in a column, for a line to begin another paragraph
	fullRule   = 0.75 // of its width, for a rule to part all columns
	splitShare = 0.65 // of the rows that have something on both sides, for a gap to be more than chance
	whiteShare = 0.8  // of them, for a gap that others reach into to be a border
	proseWords = 6    // in a line of prose, at least
	proseWidth = 14   // and its width, in sizes of the font
)

// The weights of the price: what makes a region a table and what makes it something else, as log-odds.
const (
	biasTable     = -1.6
	forGrid       = 3.2  // rules of both directions that meet
	forStack      = 1.8  // rules above and below
	forBlocks     = 2.0  // labels over paragraphs that stand in rows
	forShades     = 1.5  // painted areas that meet
	forRows       = 0.25 // each row beyond the second, up to six
	forColumns    = 0.6  // each column beyond the second, up to three
	forNumbers    = 2.0  // times the share of cells with numbers
	forFilled     = 1.2  // times the share of filled cells, less a half
	againstGaps   = 10.0 // times what the share of filled cells lacks to less than half
	forTags       = 3.0  // the file says so
	againstLong   = 3.5  // times the share of words in long phrases, where no rule parts the rows
	againstList   = 4.0  // a first column of bullets or numbers before text
	againstKeys   = 1.2  // two columns, the first of them ending with colons
	againstPairs  = 6.0  // a column of nothing but labels with colons, and no rule: they have values, not rows
	againstDots   = 5.0  // leaders: a contents page
	againstPages  = 6.5  // a last column of whole numbers that grow
	againstFlow   = 3.0  // times the share of phrases that begin like the middle of a sentence, where nothing is ruled
	againstTwo    = 1.5  // two rows and no rule between them
	againstVoid   = 2.0  // each column without any text
	againstSpans  = 20.0 // times what the share of words over several columns has beyond a fifth
	againstWords  = 5.0  // cells that are columns of prose
	againstText   = 1.5  // two columns, neither of numbers, and no rule
	againstForm   = 6.0  // times five times the share of cells that are fields to fill in
	againstRagged = 3.0  // times the share of phrases that do not line up
	againstNarrow = 3.0  // times the share of columns no farther apart than words
	againstStruck = 3.0  // times four times the share of words that rules run through
	againstBars   = 8.0  // bars of different lengths on one line
	againstArt    = 4.0  // curves and slanted lines: a drawing
	againstEmpty  = 3.5  // times the share of columns or rows with next to nothing
)

// The weights of a wrapped line: whether a line goes on with the row above it or begins one, as log-odds.
const (
	biasWrap       = -1.0
	forBlank       = 2.5 // times the share of cells of the row that it leaves blank
	forSmall       = 1.2 // times the share of its phrases that begin small or follow a hyphen
	forTight       = 1.5 // nearer to the line above than most
	forFrame       = 1.0 // there are vertical rules
	forCells       = 2.5 // vertical rules, and level ones around
	forBands       = 1.5 // level rules around most lines
	againstFresh   = 1.2 // each cell that was blank so far
	againstFigures = 3.0 // each number under a number
	againstLarge   = 0.8 // times the share of its phrases that begin large or with a digit
	againstRoom    = 2.0 // times the share of its first words that had room in the line above
	againstLoose   = 2.5 // farther from the line above than most
	againstStub    = 0.8 // the first column is filled and others are not
	againstWhole   = 1.5 // it fills all cells of the row
)
