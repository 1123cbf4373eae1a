/** Finds the regions of a drawing that overlap another region without looking at all of them. */
import type { Region } from "./scene.js";

/** The number of cells and regions that may still be examined. All searches in a drawing share it. */
export interface Work { left: number }

/** The largest number of cells: a search through all of them must be quick. */
const MAX_CELLS = 4_096;

/** Regions, each with its owner, in a grid of cells of equal size. */
export class RegionIndex<T> {
  private readonly cells: readonly { readonly region: Region; readonly owner: T }[][];
  private readonly columns: number;
  private readonly rows: number;
  private readonly width: number;
  private readonly height: number;

  /** `bounds` contains most of the regions, `count` is about how many there will be. */
  constructor(private readonly bounds: Region, count: number, private readonly work: Work) {
    const width = Math.max(1, bounds.right - bounds.left), height = Math.max(1, bounds.bottom - bounds.top);
    const most = Math.min(MAX_CELLS, Math.max(1, count));
    this.columns = Math.max(1, Math.min(most, Math.round(Math.sqrt(most * width / height))));
    this.rows = Math.max(1, Math.floor(most / this.columns));
    this.width = width / this.columns;
    this.height = height / this.rows;
    this.cells = Array.from({ length: this.rows * this.columns }, () => []);
  }

  add(region: Region, owner: T): void {
    const { left, top, right, bottom } = this.cellsOf(region);
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        this.work.left--;
        this.cells[row * this.columns + column]!.push({ region, owner });
      }
    }
  }

  /** Returns a region that overlaps the given one and whose owner passes a test, or null. */
  find(region: Region, isMeant: (owner: T) => boolean): Region | null {
    const { left, top, right, bottom } = this.cellsOf(region), rows = bottom - top + 1, columns = right - left + 1;
    // The search begins in the middle, where a large region is the least likely to be empty.
    for (let i = 0; i < rows; i++) {
      const row = top + (i + (rows >> 1)) % rows;
      for (let j = 0; j < columns; j++) {
        this.work.left--;
        for (const each of this.cells[row * this.columns + left + (j + (columns >> 1)) % columns]!) {
          this.work.left--;
          if (collide(each.region, region) && isMeant(each.owner)) return each.region;
        }
      }
    }
    return null;
  }

  /** Returns the first and last columns and rows that a region touches. Cells at the edge contain what is outside. */
  private cellsOf({ left, top, right, bottom }: Region): Region {
    const { bounds, columns, rows, width, height } = this;
    return { left: within((left - bounds.left) / width, columns), top: within((top - bounds.top) / height, rows),
      right: within((right - bounds.left) / width, columns), bottom: within((bottom - bounds.top) / height, rows) };
  }
}

function within(cell: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(cell)));
}

/** Whether two regions overlap. */
export function collide(one: Region, { left, top, right, bottom }: Region): boolean {
  return left < one.right && top < one.bottom && right > one.left && bottom > one.top;
}
