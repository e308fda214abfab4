//! spine
#[path = "../kit/mod.rs"]
mod kit;
mod cost; mod domain; mod game; mod teams; mod terms;
use game::*; use teams::*; use terms::*;
fn main() {
    let map = Map::yard().unwrap_or_else(|e| {eprintln!("{e}"); std::process::exit(2)});
    for w in map.waypoints() { eprint!("{}:{} ", w.0, map.neighbours(w).len()); }
    eprintln!();
    for (p,l) in &map.points { for (q,m) in &map.points { eprint!("{l}{m} {:.0} ", map.metres(*p,*q)); } }
    eprintln!();
    let seeds: Vec<u64> = (0..100).collect();
    let half = Kind::Htn(Strategy::ControlHalfPlusOne);
    let all = Kind::Htn(Strategy::ControlAllPoints);
    for size in [3, 5] {
    for kinds in [[half, Kind::Improved], [all, Kind::Improved], [Kind::Improved, Kind::Standard], [half, all]] {
        let begin = std::time::Instant::now();
        let results = kit::seeds::over("", &seeds, |seed| {
            let rules = Rules { size, ..Rules::default() };
            let mut game = Match::new(&map, rules, kinds, seed).unwrap();
            let mut st=[[0u32;8];2];
            while game.server.end().is_none() { game.step().unwrap();
              for side in [0,1] { for b in &game.server.bodies[side] { st[side][b.state as usize]+=1; if b.is_alive() && b.goal.is_none() {st[side][5]+=1;} if b.is_alive() && b.from==b.to {st[side][6]+=1;} }
                st[side][7] += map.points.iter().filter(|(p,_)| game.server.holder(*p)==Some(side)).count() as u32; }
            }
            if seed==7 && size==3 { eprintln!("{kinds:?} {st:?} explore go hunt flee dead nogoal standing held"); }
            if seed==7 && size==3 && std::env::var("EV").is_ok() {
              let mut game = Match::new(&map, rules, kinds, seed).unwrap();
              while game.server.end().is_none() { game.step().unwrap();
               if let Some(h)=game.htn(0) { for e in h.director.events() { eprintln!("  {e}"); } }
               if game.server.now>300 {break}
              }
            }
            (game.server.end().unwrap(), game.server.now, game.server.scores, game.server.deaths, game.cost.clone())
        });
        let wins = results.iter().filter(|r| r.0 == End::Won(0)).count();
        let lost = results.iter().filter(|r| r.0 == End::Won(1)).count();
        let n = results.len() as f64;
        let mean = |f: &dyn Fn(&(End,u32,[u32;2],[u32;2],Cost)) -> f64| results.iter().map(f).sum::<f64>() / n;
        let mut cost = Cost::default();
        for r in &results { cost.join(&r.4); }
        println!("{size} {:22} vs {:10} won {wins} lost {lost} time {:.0}s score {:.1}:{:.1} deaths {:.1}:{:.1} cost {:.1}us {:.1} ({:?})",
            kinds[0].to_string(), kinds[1].to_string(), mean(&|r| r.1 as f64 / 10.0), mean(&|r| r.2[0] as f64), mean(&|r| r.2[1] as f64), mean(&|r| r.3[0] as f64), mean(&|r| r.3[1] as f64), cost.mean(), cost.almost_all_below(), begin.elapsed());
    }}
}
use cost::Cost;
