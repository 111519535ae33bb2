export type Grade = "A" | "B" | "C" | "D";

/** The lowest score of each grade, best first. A and B may be published. */
export const GRADES: readonly { grade: Grade; from: number }[] = [
  { grade: "A", from: 90 },
  { grade: "B", from: 70 },
  { grade: "C", from: 50 },
  { grade: "D", from: 0 },
];

export const gradeOf = (score: number): Grade => GRADES.find(({ from }) => score >= from)?.grade ?? "D";

/** The scores of each grade, both ends inclusive. */
export const GRADE_RANGES = GRADES.map(({ grade, from }, index) => ({
  grade,
  from,
  to: (GRADES[index - 1]?.from ?? 101) - 1,
}));

/** The grade of a product in a statement. */
export const GRADE = `case ${GRADES.map(({ grade, from }) => `when product.completeness_score >= ${from} then '${grade}'`).join(" ")} end`;
