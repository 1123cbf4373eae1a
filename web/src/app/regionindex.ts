/** Finds the regions of a drawing that overlap another region without looking at all of them. */
import type { Region } from "./scene.js";

/** How much more may be looked at. It is shared by everything that is found for a drawing. */
export interface Work { left: number }

/** There are at most so many cells, so that a look at all of them is quick. */
const MAX_CELLS = 4_096;

/** Regions, each with its owner, in a grid of cells of equal size. */
export class RegionIndex<T> {
  private readonly cells: { readonly region: Region; readonly owner: T }[][] = [];
  private readonly columns: number;
  private readonly width: number;
  private readonly height: number;

  /** `bounds` contains most of the regions, `count` is about how many there will be. */
  constructor(private readonly bounds: Region, count: number, private readonly work: Work) {
    this.columns = Math.ceil(Math.sqrt(Math.min(MAX_CELLS, Math.max(1, count))));
    this.width = Math.max(1, (bounds.right - bounds.left) / this.columns);
    this.height = Math.max(1, (bounds.bottom - bounds.top) / this.columns);
  }

  add(region: Region, owner: T): void {
    this.visit(region, (at) => {
      (this.cells[at] ??= []).push({ region, owner });
      return false;
    });
  }

  /** Whether a region overlaps one whose owner passes a test. */
  overlaps(region: Region, isMeant: (owner: T) => boolean): boolean {
    return this.visit(region, (at) => this.cells[at]?.some((each) => {
      this.work.left--;
      return collide(each.region, region) && isMeant(each.owner);
    }) ?? false);
  }

  /** Visits the cells that a region touches, those at the edge also for what is outside, until one returns true. */
  private visit({ left, top, right, bottom }: Region, isLast: (cell: number) => boolean): boolean {
    const [first, last] = [this.index(left - this.bounds.left, this.width),
      this.index(right - this.bounds.left, this.width)];
    const end = this.index(bottom - this.bounds.top, this.height);
    for (let row = this.index(top - this.bounds.top, this.height); row <= end; row++) {
      for (let column = first; column <= last; column++) {
        this.work.left--;
        if (isLast(row * this.columns + column)) return true;
      }
    }
    return false;
  }

  private index(distance: number, size: number): number {
    return Math.min(this.columns - 1, Math.max(0, Math.floor(distance / size)));
  }
}

/** Whether two regions overlap. */
export function collide(one: Region, { left, top, right, bottom }: Region): boolean {
  return left < one.right && top < one.bottom && right > one.left && bottom > one.top;
}
